-- The verdict of the report.

-- The first that matches, and why.  tell: what the caller has to tell first.  clients and others: as of
-- sequential_uuids_keys_now().  saves: the share of WAL that the advised key would save at the horizon, NULL if it is
-- not known.  obstacle: what forbids to change the default unseen.
CREATE FUNCTION sequential_uuids_verdict(
	class text, parent oid, tell text, column_default text, clients bool, others float8, leave text,
	is_as_advised bool, saves float8, obstacle text, OUT verdict text, OUT reason text)
RETURNS SETOF record LANGUAGE sql STABLE PARALLEL SAFE ROWS 1
BEGIN ATOMIC
	SELECT v.verdict, v.reason
	  FROM (VALUES
			(1, 'not covered', CASE class WHEN 'text' THEN 'if these texts are UUIDs, convert them to uuid first'
				WHEN 'behind' THEN 'another column of the index comes before the key' END),
			(2, 'follows', 'its keys are those of ' || parent::regclass),
			(3, 'tell more', tell),
			(4, 'clients first', CASE WHEN column_default IS NULL THEN 'clients generate the keys: first set a default, then'
					' have clients leave the column out (doc/clients.md), unless it refers to another table'
				WHEN clients THEN format('clients generate %s %% of the newest keys: have them leave the column out'
					' (doc/clients.md)', greatest(round(100 * others), 1)) END),
			(5, 'leave', leave),
			(6, 'as advised', CASE WHEN is_as_advised THEN 'nothing to do' END),
			(7, 'no difference', CASE WHEN saves < 0.15 THEN 'another key would save less than 15 %' END),
			(8, 'by hand', CASE WHEN saves IS NULL THEN 'what its default generates is not known' ELSE obstacle END),
			(9, 'switch', format('another key would save %s %%', floor(100 * saves)))
		   ) AS v (place, verdict, reason)
	 WHERE v.reason IS NOT NULL ORDER BY v.place LIMIT 1;
END;
