---------------------------------------------------------------------------------------------------------------------
-- Which keys a column holds, as its statistics show
---------------------------------------------------------------------------------------------------------------------

-- ANALYZE keeps about a hundred keys of each column, at equal distances by rank: the bounds of a histogram.  No row is
-- read.  Their version and variant digits show UUIDv7 and others, and what is no UUID at all.  Of the rest, statistics
-- bound the share of random keys, and do not classify them:
--
-- - Keys that are spread evenly, and in another order than the rows, are random.  Of the others, only opaque keys can
--   be both, and wrapping keys that have wrapped more than sqrt(n) / 4 times: 43 times in a sample of n = 30,000 rows.
-- - Of keys that are not spread evenly, as many may be random as are in the emptiest half of all values, since random
--   keys are everywhere; and as are not in the order of rows, since a range may have been deleted, or all begin with a
--   prefix.
--
-- t/pgtap/kinds.sql has tables of all kinds.
--
-- Only uuid, text, varchar, bpchar, bytea and domains over them are read.  To print statistics runs the output function
-- of the column's type, which is PostgreSQL's own for these, and may be anybody's for others.

-- What the statistics of a column have.
CREATE TYPE @extschema@.sequential_uuids_sample AS (
	keys text[],					-- the bounds; NULL: there are none, or the caller may not see them
	base_type oid,
	rows float8,					-- with a key, of those that ANALYZE has read
	correlation float8,				-- of the order of keys with that of rows; NULL: not known
	repeats bool					-- whether some keys come again
);

-- What bounds look like.  Shares are those of all bounds.
CREATE TYPE @extschema@.sequential_uuids_figures AS (
	uuids float8,					-- 32 hexadecimal digits; with other signs around them, only with a version
	labelled float8,				-- with a variant and a version of RFC 9562, which an eighth of random digits have
	v1 float8,
	v4 float8,
	v6 float8,
	v7 float8,						-- with a time until in a year
	hashes float8,					-- versions 3 and 5
	begin_with_time bool,			-- all do, from 2010 until in a year, as those of UUIDv7 and ULIDs
	distance float8,				-- from evenly spread ones, that of Kolmogorov and Smirnov
	emptiest_half float8			-- the share of all keys in the half of all values that has fewest, at most
);

-- Which keys a column holds.
CREATE TYPE @extschema@.sequential_uuids_stored_keys AS (
	kind text,						-- 'random', 'UUIDv7', 'UUIDv6', 'UUIDv1', 'hash' (versions 3 and 5), 'mixed',
									-- 'ordered' as ULIDs are, 'ordered or wrapping', 'digest' (or token), 'no UUIDs';
									-- NULL: not known
	random_share float8,			-- of all keys, at most
	unknown text,					-- why the kind is not known, and what to do
	prefix text,					-- before the UUID in all texts, such as 'ord_'
	form text,						-- how the column has a UUID, for format(): '%s', '(%s)::text'; NULL: in several ways
	figures @extschema@.sequential_uuids_figures
);

-- The type below domains.
CREATE FUNCTION @extschema@.sequential_uuids_base_type(type oid)
RETURNS oid LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	below oid := type;
BEGIN
	WHILE below IS NOT NULL LOOP
		type := below;
		below := (SELECT t.typbasetype FROM pg_type AS t WHERE t.oid = type AND t.typtype = 'd');
	END LOOP;
	RETURN type;
END $$;

-- What the caller may see of a column's statistics.  A partitioned table has those of all rows of its partitions.
CREATE FUNCTION @extschema@.sequential_uuids_read_sample(relation oid, column_name name)
RETURNS @extschema@.sequential_uuids_sample LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp SET bytea_output = hex AS $$
DECLARE
	rows_of_target CONSTANT float8 := 300;		-- std_typanalyze() in PostgreSQL's analyze.c
	of_column record;
	sample @extschema@.sequential_uuids_sample;
BEGIN
	SELECT n.nspname, c.relname, c.relkind, c.reltuples, a.atttypid,
		   coalesce(nullif(a.attstattarget, -1), current_setting('default_statistics_target')::int4) AS target
	  INTO of_column
	  FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid JOIN pg_namespace AS n ON n.oid = c.relnamespace
	 WHERE (a.attrelid, a.attname) = (relation, column_name);
	sample.base_type := @extschema@.sequential_uuids_base_type(of_column.atttypid);
	-- Before any value is printed.
	IF (sample.base_type = ANY ('{uuid,text,varchar,bpchar,bytea}'::regtype[])) IS NOT TRUE THEN
		RETURN sample;
	END IF;

	-- A table that was truncated since has -1 rows.
	SELECT coalesce(s.histogram_bounds, s.most_common_vals)::text::text[], s.correlation,
		   s.most_common_vals IS NOT NULL OR s.n_distinct > -0.9 * (1 - s.null_frac),
		   greatest(0, least(1 - s.null_frac, 1))
			* least(greatest(of_column.reltuples, 0), rows_of_target * of_column.target)
	  INTO sample.keys, sample.correlation, sample.repeats, sample.rows
	  FROM pg_stats AS s
	 WHERE (s.schemaname, s.tablename, s.attname) = (of_column.nspname, of_column.relname, column_name)
	   AND s.inherited = (of_column.relkind = 'p');
	RETURN sample;
END $$;

-- The figures of bounds.  Text may sort in another order than UUIDs do, so they are sorted again.
CREATE FUNCTION @extschema@.sequential_uuids_figures(keys text[])
RETURNS @extschema@.sequential_uuids_figures LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp SET standard_conforming_strings = on AS $$
DECLARE
	bare CONSTANT text := '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32})$';
	-- With a version, between other signs or behind a prefix.
	between_others CONSTANT text :=
		'^.{0,28}([0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}).{0,8}$';
	behind_prefix CONSTANT text := '^[^ ]{0,27}[^0-9a-z]([0-9a-f]{12}[1-8][0-9a-f]{3}[89ab][0-9a-f]{15})$';
	milliseconds CONSTANT float8 := 2::float8 ^ 48;		-- that 48 bits hold
	first_time CONSTANT float8 := extract(epoch FROM timestamptz '2010-01-01 00:00:00+00') * 1000 / milliseconds;
	last_time CONSTANT float8 := extract(epoch FROM current_timestamp + interval '1 year') * 1000 / milliseconds;
	figures @extschema@.sequential_uuids_figures;
BEGIN
	WITH places AS MATERIALIZED (
		SELECT hex IS NOT NULL AS is_uuid, ('x' || left(hex, 12))::bit(48)::int8 / milliseconds AS place,
			   CASE WHEN substr(hex, 17, 1) ~ '[89ab]' THEN substr(hex, 13, 1) ELSE '' END AS version
		  FROM unnest(keys) AS k (key)
		 CROSS JOIN LATERAL (
				SELECT translate(coalesce(substring(digits FROM bare), substring(digits FROM between_others),
					substring(digits FROM behind_prefix)), '-', '') AS hex
				  FROM replace(lower(rtrim(key)), '\x', '') AS d (digits) OFFSET 0) AS h
	), ranks AS (
		SELECT p.*, row_number() OVER (ORDER BY place) - 1 AS rank, nullif(count(*) OVER () - 1, 0)::float8 AS last_rank
		  FROM places AS p
	), around AS (
		-- All values are a circle.
		SELECT place FROM places UNION ALL SELECT place + 1 FROM places
	), halves AS (
		SELECT place, count(*) OVER (ORDER BY place RANGE BETWEEN CURRENT ROW AND 0.5 FOLLOWING) - 1 AS bounds
		  FROM around
	), emptiest AS (
		-- There may be keys before the next bound.  None comes between the last and the first.
		SELECT min(bounds + CASE WHEN place = (SELECT max(p.place) FROM places AS p) THEN 0 ELSE 1 END) AS bounds
		  FROM halves WHERE place < 1
	)
	SELECT avg(is_uuid::int4), avg((coalesce(version, '') ~ '[1-8]')::int4), avg((version = '1')::int4),
		   avg((version = '4')::int4), avg((version = '6')::int4),
		   avg((version = '7' AND place <= last_time)::int4), avg((version IN ('3', '5'))::int4),
		   min(place) >= first_time AND max(place) <= last_time,
		   max(abs(place - rank / last_rank)), max(e.bounds) / max(last_rank)
	  INTO figures
	  FROM ranks CROSS JOIN emptiest AS e;
	RETURN figures;
END $$;

-- Why statistics do not show a column's keys, and what to do about it.
CREATE FUNCTION @extschema@.sequential_uuids_unseen(
	relation oid, column_name name, sample @extschema@.sequential_uuids_sample)
RETURNS text LANGUAGE plpgsql STABLE PARALLEL RESTRICTED SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	table_name CONSTANT text := relation::regclass;
	needed CONSTANT float8 := 1000;			-- keys, as in sequential_uuids_recognize_keys()
	most_target CONSTANT float8 := 10000;
	of_column record;
	more CONSTANT float8 := 1.5;			-- since samples differ
	target float8;							-- with which ANALYZE reads enough of them
BEGIN
	SELECT c.reltuples, pg_stat_get_live_tuples(c.oid) AS live_rows,
		   coalesce(nullif(a.attstattarget, -1), current_setting('default_statistics_target')::int4) AS target,
		   row_security_active(c.oid) AS is_hidden, has_column_privilege(c.oid, a.attnum, 'SELECT') AS may_read
	  INTO of_column
	  FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid
	 WHERE (a.attrelid, a.attname) = (relation, column_name);
	target := greatest(100, ceil(more * of_column.target * needed / nullif(sample.rows, 0)));
	RETURN CASE
		WHEN (sample.base_type = ANY ('{uuid,text,varchar,bpchar,bytea}'::regtype[])) IS NOT TRUE THEN
			'statistics of its type are not read: find out what generates its keys'
		WHEN NOT of_column.may_read THEN format('statistics are for those who may read the keys: '
			'GRANT SELECT (%I) ON %s TO %I', column_name, table_name, current_user)
		WHEN of_column.is_hidden THEN
			format('row-level security hides statistics of %s: ask as a role with BYPASSRLS', table_name)
		-- Unless it has read all rows.
		WHEN of_column.target < target AND target <= most_target
			AND 300 * of_column.target < greatest(of_column.reltuples, 1)
		THEN format('statistics of its keys are too few: ALTER TABLE %s ALTER %I SET STATISTICS %s; ANALYZE %1$s',
				table_name, column_name, target)
		WHEN sample.rows IS NULL OR of_column.reltuples < of_column.live_rows / 2 THEN
			format('its keys were not yet analyzed: ANALYZE %s', table_name)
		ELSE 'its keys are too few to tell: ask again when there are 1,000' END;
END $$;

-- How a column has UUIDs, as format() takes it, and what stands before them, such as 'ord_'.  The form is NULL if texts
-- have several.  sequential_uuids_read_default() reads these forms.
CREATE FUNCTION @extschema@.sequential_uuids_form(base_type oid, keys text[], OUT form text, OUT prefix text)
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	hyphenated CONSTANT text := '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
	texts record;
BEGIN
	IF base_type IN ('uuid'::regtype, 'bytea'::regtype) THEN
		form := CASE base_type WHEN 'uuid'::regtype THEN '%s' ELSE 'uuid_send(%s)' END;
		RETURN;
	END IF;
	SELECT bool_and(has_hyphens) AS all_hyphens, bool_or(has_hyphens) AS any_hyphens,
		   bool_or(digits <> lower(digits)) AS any_upper, bool_or(digits <> upper(digits)) AS any_lower,
		   min(d.prefix COLLATE "C") AS first_prefix, max(d.prefix COLLATE "C") AS last_prefix,
		   bool_and(lower(digits) ~ '^[-0-9a-f]+$') AS at_end
	  INTO texts
	  FROM unnest(keys) AS k (key)
	 CROSS JOIN LATERAL (SELECT rtrim(key) AS trimmed, lower(rtrim(key)) ~ hyphenated AS has_hyphens OFFSET 0) AS t
	 CROSS JOIN LATERAL (SELECT CASE WHEN has_hyphens THEN 36 ELSE 32 END AS digits_count) AS c
	 CROSS JOIN LATERAL (SELECT right(trimmed, digits_count) AS digits, left(trimmed, -digits_count) AS prefix) AS d;
	IF texts.all_hyphens <> texts.any_hyphens OR texts.any_upper AND texts.any_lower
		OR texts.first_prefix <> texts.last_prefix OR NOT texts.at_end
	THEN
		RETURN;
	END IF;
	prefix := nullif(texts.first_prefix, '');
	form := CASE WHEN texts.any_hyphens THEN '(%s)::text' ELSE 'replace((%s)::text, ''-'', '''')' END;
	form := CASE WHEN texts.any_upper THEN format('upper(%s)', form) ELSE form END;
	IF prefix IS NOT NULL THEN
		form := format('(%s::text || %s)', replace(quote_literal(prefix), '%', '%%'), form);
	END IF;
END $$;

-- Whether the column decides by ranges which rows a partition has, so that the partition's keys are a part of all.
CREATE FUNCTION @extschema@.sequential_uuids_is_divided(relation oid, column_name name)
RETURNS bool LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN EXISTS (
		SELECT FROM pg_partition_ancestors(relation) AS p
		  JOIN pg_partitioned_table AS o ON o.partrelid = p.relid AND o.partstrat <> 'h'
		  JOIN pg_attribute AS a ON a.attrelid = p.relid AND a.attname = column_name
		 WHERE p.relid <> relation AND a.attnum = ANY (o.partattrs::int2[]));
END $$;

-- The share of keys that can be random, at most.  Both bounds are raised by what a sample of so many rows may be off.
CREATE FUNCTION @extschema@.sequential_uuids_random_share(
	sample @extschema@.sequential_uuids_sample, figures @extschema@.sequential_uuids_figures, labels_tell bool)
RETURNS float8 LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	-- Of n rows counted, three standard deviations more: those of a Poisson distribution, and for none counted, 3.
	in_half CONSTANT float8 := figures.emptiest_half * sample.rows;
	everywhere CONSTANT float8 := 2 * (in_half + 3 * sqrt(in_half) + 3) / sample.rows;
	-- Keys of version 1 begin with their fastest bits.
	others CONSTANT float8 := greatest(0, 1 - figures.v6 - figures.v7) * cardinality(sample.keys);
	unlabelled CONSTANT float8 := (others + 3 * sqrt(others) + 3) / cardinality(sample.keys);
	-- If all keys but a share are in the order of rows, the correlation is lower by at least half of that share: by just
	-- so much if it is small, and those keys lie in the middle of all.
	correlation CONSTANT float8 := coalesce(abs(sample.correlation), 0);
	in_disorder CONSTANT float8 := 2 * (1 - correlation + 3 * (1 - correlation ^ 2) / sqrt(sample.rows));
BEGIN
	RETURN least(1, CASE WHEN labels_tell THEN least(unlabelled, everywhere)
		ELSE greatest(everywhere, in_disorder) END);
END $$;

-- The kind of keys that are spread over all values or a part of them, and why it is not known.
CREATE FUNCTION @extschema@.sequential_uuids_spread(
	sample @extschema@.sequential_uuids_sample, figures @extschema@.sequential_uuids_figures, random_share float8,
	OUT kind text, OUT unknown text)
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	-- Of random keys, both have a distribution of their own, whatever the number of rows.  One table of 100,000 is
	-- farther from evenly spread, one nearer, and six are as much in the order of rows.
	too_far CONSTANT float8 := 2.5;
	too_near CONSTANT float8 := 0.3;
	in_order CONSTANT float8 := 4;
	few CONSTANT float8 := 0.5;
	distance CONSTANT float8 := figures.distance * sqrt(sample.rows);
	order_of_rows CONSTANT float8 := abs(sample.correlation) * sqrt(sample.rows);
BEGIN
	unknown := CASE
		WHEN sample.repeats THEN 'the same keys come again'
		WHEN distance > too_far AND random_share < few THEN NULL
		WHEN distance > too_far AND random_share = 1 THEN 'all of its keys can be random'
		WHEN distance > too_far THEN format('up to %s %% of its keys can be random', ceil(100 * random_share))
		WHEN (order_of_rows <= in_order AND distance >= too_near) IS NOT TRUE THEN
			'its keys are spread evenly, and yet in the order of rows: sorted, clustered or wrapping'
		WHEN figures.labelled < 0.3 THEN 'its keys have no version: digests, or random'
		WHEN figures.v4 <= 0.99 THEN 'its keys are of several or unusual versions' END;
	kind := CASE WHEN unknown IS NULL THEN CASE WHEN distance > too_far THEN 'ordered or wrapping' ELSE 'random' END END;
	unknown := unknown || ': find out what generates them';
END $$;

-- Which keys a column holds.
CREATE FUNCTION @extschema@.sequential_uuids_recognize_keys(relation oid, column_name name)
RETURNS @extschema@.sequential_uuids_stored_keys LANGUAGE plpgsql STABLE PARALLEL RESTRICTED
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	-- From so many rows and different keys on, version digits tell, and from so many rows, the spread does.
	digits_tell CONSTANT float8 := 50;
	different_tell CONSTANT int4 := 10;
	spread_tells CONSTANT float8 := 1000;
	sample CONSTANT @extschema@.sequential_uuids_sample :=
		@extschema@.sequential_uuids_read_sample(relation, column_name);
	is_uuid CONSTANT bool := sample.base_type = 'uuid'::regtype;
	-- Of random keys, one table of 100,000 is as much in the order of its rows.  Those that begin with a time cost as much
	-- as random ones if the times are in none, as of rows that were imported.
	in_order CONSTANT bool := abs(sample.correlation) * sqrt(sample.rows) > 4;
	figures @extschema@.sequential_uuids_figures;
	stored @extschema@.sequential_uuids_stored_keys;
BEGIN
	IF (sample.rows >= digits_tell AND cardinality(sample.keys) >= different_tell) IS NOT TRUE THEN
		stored.unknown := @extschema@.sequential_uuids_unseen(relation, column_name, sample);
		RETURN stored;
	END IF;
	figures := @extschema@.sequential_uuids_figures(sample.keys);
	stored.figures := figures;
	SELECT f.form, f.prefix INTO stored.form, stored.prefix
	  FROM @extschema@.sequential_uuids_form(sample.base_type, sample.keys) AS f;
	stored.kind := CASE
		WHEN figures.uuids < 0.05 THEN 'no UUIDs'
		WHEN figures.uuids < 0.95 THEN 'mixed'
		WHEN figures.v7 > 0.99 THEN 'UUIDv7'
		WHEN figures.v6 > 0.99 THEN 'UUIDv6'
		WHEN figures.v1 > 0.99 THEN 'UUIDv1'
		WHEN figures.hashes > 0.99 AND cardinality(sample.keys) >= digits_tell THEN 'hash'
		WHEN figures.v4 < 1 AND figures.v1 + figures.v4 + figures.v6 + figures.v7 + figures.hashes > 0.99 THEN 'mixed'
		WHEN figures.begin_with_time THEN 'ordered'
		WHEN NOT is_uuid AND figures.labelled < 0.3 AND (abs(sample.correlation) > 0.5) IS NOT TRUE THEN 'digest'
		WHEN figures.labelled BETWEEN 0.3 AND 0.95 THEN 'mixed' END;
	stored.random_share := @extschema@.sequential_uuids_random_share(sample, figures, stored.kind IS NOT NULL);
	IF stored.kind IN ('UUIDv7', 'UUIDv6', 'ordered') AND sample.rows >= spread_tells AND NOT in_order THEN
		stored.kind := NULL;
		stored.unknown := 'its keys begin with times that are in no order of rows: find out what generates them';
	ELSIF stored.kind IS NULL AND @extschema@.sequential_uuids_is_divided(relation, column_name) THEN
		stored.unknown := 'each partition has a range of keys: find out what generates them';
	ELSIF stored.kind IS NULL THEN
		SELECT s.kind, s.unknown INTO stored.kind, stored.unknown
		  FROM @extschema@.sequential_uuids_spread(sample, figures, stored.random_share) AS s;
		IF stored.kind IS DISTINCT FROM 'ordered or wrapping' AND sample.rows < spread_tells THEN
			stored.kind := NULL;
			stored.unknown := @extschema@.sequential_uuids_unseen(relation, column_name, sample);
		END IF;
	END IF;
	RETURN stored;
END $$;

-- What keys of a column are called in the report: those that its default generates, or else those that it holds.
CREATE FUNCTION @extschema@.sequential_uuids_name_keys(kind text, stored @extschema@.sequential_uuids_stored_keys)
RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	figures CONSTANT @extschema@.sequential_uuids_figures := stored.figures;
	unlabelled CONSTANT text := CASE WHEN figures.uuids < 0.95 THEN 'no UUIDs' ELSE 'without a version' END;
	shares text;
BEGIN
	IF kind IS NOT NULL THEN
		RETURN CASE kind WHEN 'ascending' THEN 'UUIDv7' ELSE kind END;
	ELSIF stored.kind = 'mixed' THEN
		shares := (
			SELECT string_agg(format('%s %% %s', round(100 * v.share), v.name), ', ' ORDER BY v.share DESC)
			  FROM (VALUES (figures.v1, 'version 1'), (figures.v4, 'version 4'), (figures.v6, 'version 6'),
					(figures.v7, 'version 7'), (figures.hashes, 'hashes'), (1 - figures.labelled, unlabelled))
				AS v (share, name)
			 WHERE v.share >= 0.005);
		RETURN 'mixed, ' || shares;
	END IF;
	RETURN CASE stored.kind WHEN 'digest' THEN 'digests or tokens' ELSE stored.kind END;
END $$;

-- The keys of a workload, of which no default tells: those that the column holds.  What mixed ones cost is not known,
-- nor whether new ones are in order where old ones are.
CREATE FUNCTION @extschema@.sequential_uuids_assume(
	load @extschema@.sequential_uuids_workload, stored @extschema@.sequential_uuids_stored_keys)
RETURNS @extschema@.sequential_uuids_workload LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	low_bits_seconds CONSTANT float8 := 2::float8 ^ 32 / 1e7;	-- of 100 ns, with which UUIDv1 begins: 7 minutes
BEGIN
	load.kind := CASE
		WHEN stored.kind = 'random' THEN 'random'
		WHEN stored.kind IN ('UUIDv7', 'UUIDv6', 'ordered') THEN 'ascending'
		WHEN stored.kind = 'UUIDv1' THEN 'wrapping' END;
	IF stored.kind = 'UUIDv1' THEN
		load.block_rows := 1;
		load.cycle_rows := low_bits_seconds * load.rows_per_second;
	END IF;
	RETURN load;
END $$;

-- Whether a column holds random keys; NULL: statistics do not tell.
CREATE FUNCTION @extschema@.sequential_uuids_holds_random(stored @extschema@.sequential_uuids_stored_keys)
RETURNS bool LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	few CONSTANT float8 := 0.1;
	figures CONSTANT @extschema@.sequential_uuids_figures := stored.figures;
BEGIN
	RETURN CASE
		WHEN stored.kind = 'mixed' THEN figures.v4 + figures.v1 + figures.hashes > 0.005
		WHEN stored.kind IN ('UUIDv7', 'UUIDv6', 'ordered', 'ordered or wrapping') AND stored.random_share < few
			THEN false END;
END $$;

-- Why the keys that a column holds contradict its default, which then tells nothing.  ANALYZE may have come before the
-- default, so keys that are missing are no contradiction unless the table has grown since.
CREATE FUNCTION @extschema@.sequential_uuids_contradiction(
	kind text, stored @extschema@.sequential_uuids_stored_keys, has_grown bool)
RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	figures CONSTANT @extschema@.sequential_uuids_figures := stored.figures;
	others CONSTANT text := 'its default generates other keys, and %s: they are from before it, or programs generate them';
BEGIN
	RETURN CASE
		WHEN kind IS NULL THEN NULL
		WHEN stored.kind IN ('digest', 'no UUIDs') THEN format(others, 'these are no UUIDs')
		WHEN kind = 'ascending' AND stored.kind IS NOT NULL AND figures.v7 = 0 AND has_grown THEN
			'its default generates UUIDv7, and none of its keys was one when it was last analyzed: ANALYZE it, and if none '
			'is one then, programs generate its keys'
		WHEN kind <> 'ascending' AND figures.v7 >= 0.5 THEN
			format(others, format('%s %% of its keys are UUIDv7', round(100 * figures.v7)))
		WHEN stored.kind IN ('UUIDv6', 'UUIDv1', 'hash') OR stored.kind = 'ordered' AND kind <> 'ascending' THEN
			format(others, format('these are %s', @extschema@.sequential_uuids_name_keys(NULL::text, stored)))
		WHEN kind = 'random' AND stored.kind = 'ordered or wrapping' THEN format(others, 'these are ordered or wrap') END;
END $$;
