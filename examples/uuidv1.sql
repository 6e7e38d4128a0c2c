-- Conversions of UUIDv1 for the edition in SQL, which lacks them; for others than version 1
-- (or 6), they return the UUID as it is.  In C, they raise an error then.

CREATE SCHEMA IF NOT EXISTS uuids;
CREATE FUNCTION uuids.uuid_v1_to_v6(id uuid) RETURNS uuid LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN regexp_replace(id::text, '^(.{5})(.{3})-(.{4})-1(.{3})', '\4\3\1-6\2')::uuid;

CREATE FUNCTION uuids.uuid_v6_to_v1(id uuid) RETURNS uuid LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN regexp_replace(id::text, '^(.{3})(.{4})(.)-(.{4})-6(.{3})', '\3\4\5-\2-1\1')::uuid;

CREATE FUNCTION uuids.uuid_v1_to_v7(id uuid) RETURNS uuid LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    digits CONSTANT text := replace(id::text, '-', '');
    -- Of 100 nanoseconds, since 1970, and their part of a millisecond in 14 bits.
    ticks CONSTANT bigint := ('x' || substr(digits, 14, 3) || substr(digits, 9, 4) || left(digits, 8))::bit(60)::bigint
        - 122192928000000000;
    fraction CONSTANT bigint := ticks % 10000 * 16384 / 10000;
BEGIN
    IF substr(digits, 13, 1) <> '1' THEN
        RETURN id;
    ELSIF ticks < 0 THEN
        RAISE datetime_field_overflow USING MESSAGE = 'UUIDs of version 7 begin in 1970';
    END IF;
    -- The other bits are a hash, so that a key always converts to the same.
    RETURN lpad(to_hex(ticks / 10000), 12, '0') || '7' || lpad(to_hex(fraction >> 2), 3, '0')
        || to_hex(8 | (fraction & 3)) || left(encode(sha256(uuid_send(id)), 'hex'), 15);
END $$;
