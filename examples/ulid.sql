-- ULIDs in uuid columns: a uuid holds the same 128 bits, and sorts as its ULID does.  A ULID's time is that of UUIDv7,
-- so uuid_v7_since() and uuid_v7_between() find its rows.  Let the schema's owner run it: psql -d mydb -f ulid.sql
--
-- A conversion takes about a tenth of a millisecond: convert a large table in batches.
-- Specification: https://github.com/ulid/spec.  Crockford's base32 has no I, L, O and U, and 26 of its digits have 130
-- bits, so that the first is at most 7.

-- The uuid of a ULID, in upper or lower case; NULL for NULL.  Any other text is an error (invalid_text_representation).
CREATE FUNCTION uuid_of_ulid(ulid text) RETURNS uuid LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	alphabet CONSTANT text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ' COLLATE "C";
	-- Other collations have further letters whose capital is an S or K.
	digits CONSTANT text := upper(ulid COLLATE "C");
	bits text := '';
	digit text;
BEGIN
	IF digits COLLATE "C" !~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$' THEN
		RAISE invalid_text_representation USING
			MESSAGE = format('invalid ULID: "%s"', ulid),
			DETAIL = 'A ULID has 26 of the digits 0 to 9 and letters A to Z, but not I, L, O and U; the first is at most 7.';
	END IF;
	FOREACH digit IN ARRAY string_to_array(digits, NULL) LOOP
		bits := bits || (strpos(alphabet, digit COLLATE "C") - 1)::bit(5)::text;
	END LOOP;
	-- Two bits of the first digit are too many, and 0.
	RETURN (SELECT string_agg(to_hex(substr(bits, 3 + 4 * n, 4)::bit(4)::int), '' ORDER BY n)
			  FROM generate_series(0, 31) AS n)::uuid;
END $$;

-- The ULID of a uuid, in upper case; NULL for NULL.
CREATE FUNCTION ulid_of_uuid(id uuid) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
RETURN (SELECT string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(bits, 1 + 5 * n, 5)::bit(5)::int + 1, 1), ''
				ORDER BY n)
		  FROM (SELECT '00' || string_agg(('x' || substr(hex, 1 + n, 1))::bit(4)::text, '' ORDER BY n) AS bits
				  FROM replace(id::text, '-', '') AS hex, generate_series(0, 31) AS n) AS b,
			   generate_series(0, 25) AS n);
