\echo Use "CREATE EXTENSION sequential_uuids_advice" to load this file. \quit

-- Advice: what the UUID keys of tables cost, and which keys would cost less.  This script is joined from the files in
-- advice/src/: "make advice report".
--
-- uuid_advise() computes it for a table that somebody plans, uuid_index_report() for the tables that there are, and
-- uuid_key_dependencies() lists what to read before a table's default is changed.  All three read catalogs and
-- statistics: no row of a table, and no lock on one.  They give advice and no statement to run, since no catalog tells
-- what application code, triggers and views make of keys.
--
-- Safety.  Somebody else may have put objects into the schema of this extension, or set the database's search_path.
-- So types are those of pg_catalog, and nothing else here is parsed when it is created: all bodies are PL/pgSQL, and
-- have the search_path pg_catalog, pg_temp, as the script itself has.  Functions of this file
-- are called by their schema, with exactly the types that they have: no overload matches better.  (Bodies in SQL are
-- parsed at creation, with the schema on the search_path.  There, a literal may become a constant of somebody's domain,
-- whose CHECK then runs.)
--
-- How it fits together: a workload goes through sequential_uuids_rows() to have its numbers of rows at some time,
-- sequential_uuids_keys() tries each kind of key on it, and sequential_uuids_model() says what one kind costs.
-- doc/dev/model.md has the model's assumptions, its sources, and how far it is from what was measured.

-- Until the transaction ends: as a script, this file has to be one.
SET LOCAL search_path = pg_catalog, pg_temp;

-- What a table goes through, on which server, and with which keys.
CREATE TYPE @extschema@.sequential_uuids_workload AS (
	-- What is known of the table.  Rates are averages.
	rows_per_second float8,
	most_rows_per_second float8,	-- the highest rate known
	active float8,					-- the share of the time in which rows come; NULL: all of it
	active_every_seconds float8,	-- how often they begin to
	kept_seconds float8,			-- how long rows are kept until they are deleted; NULL: for good
	left_behind float8,				-- the share of rows that stay nevertheless
	rows_now float8,
	horizon_seconds float8,			-- how far ahead "later" is: the choice of a key and its cycle looks so far
	partition_rows float8,			-- that there will ever be, in a partition by time; NULL: any number
	has_random_keys bool,			-- whether rows with random keys are there
	row_bytes float8,				-- of a row in the table
	entry_bytes float8,				-- of an entry of the index, with its line pointer; NULL: 28, for a uuid alone
	prefixes float8,				-- equally frequent values of the columns before the key in the index; NULL: none are
	updates float8,					-- of a row, that are not HOT; NULL: none
	updated_after_seconds float8,	-- since the row was inserted, or updated before; NULL: rows of any age are updated
	dead_at_vacuum float8,			-- the share of dead rows at which VACUUM comes; NULL: as configured
	options text[],					-- the table's own: pg_class.reloptions
	-- The server.
	memory_bytes float8,			-- for the index
	checkpoint_seconds float8,		-- between two checkpoints
	full_page_writes bool,
	hint_bits bool,					-- whether setting them is logged, as with checksums or wal_log_hints
	-- Numbers of rows at one time, from the above: sequential_uuids_rows().
	total_rows float8,				-- in the table
	young_rows float8,				-- of these, not old enough to be deleted; NULL: none is ever deleted
	random_rows float8,				-- of these, with random keys that stay
	checkpoint_rows float8,			-- inserted between two checkpoints
	vacuum_rows float8,				-- inserted between two VACUUMs
	updated_after_rows float8,		-- inserted between a row and its update, or two updates; NULL: any number
	-- The keys.
	kind text,						-- 'random', 'ascending' (UUIDv7), 'wrapping' or 'opaque'; NULL: not known
	block_rows float8,				-- rows of a block, and of a cycle; of wrapping and opaque keys alone
	cycle_rows float8
);

-- What a column default generates.
CREATE TYPE @extschema@.sequential_uuids_generated AS (
	column_default text,			-- as SQL; NULL: none
	kind text,						-- as above; NULL: not known
	block_rows float8,
	cycle_rows float8,
	form text						-- how the column has a UUID, for format(): '(%s)::text'; NULL: not known
);

-- A way to generate keys, and what it costs.
CREATE TYPE @extschema@.sequential_uuids_cost AS (
	key text,						-- what to call it
	kind text,						-- as above
	call text,						-- the column default
	needs int4,						-- to be had: -1 nothing, as it is in place; 0 nothing, 1 a long expression, 2 an extension
	interval_length text,			-- of a block
	block_rows float8,				-- as in a workload
	cycle_rows float8,
	twice_kept float8,				-- the WAL of a cycle of twice the time kept, as a multiple, where this one is longer
	-- Bytes of WAL from a row's INSERT until it is gone, and the seven terms of this sum.  uuid_advise() returns these,
	-- too; bench/scenarios/steady/prediction.py and live/chapter.py compare them with what was measured.
	wal_per_row float8,
	wal_records float8,				-- the INSERT's records, in the table and in the index
	wal_images float8,				-- whole pages that it writes after a checkpoint
	wal_splits float8,				-- splits of index pages
	wal_deletes float8,				-- the DELETE, with its images
	wal_vacuum float8,				-- VACUUM's records and images of index pages
	wal_hint_bits float8,			-- images of table pages, by their readers and when VACUUM marks them
	wal_updates float8,				-- UPDATEs, with their images
	wal_table float8,				-- of the sum, what is of the table rather than of the index
	page_images float8,				-- of the index, per row inserted
	reads_per_row float8,			-- index pages that an INSERT reads from disk
	density_low float8,				-- how full leaf pages are, as a share
	density_high float8,
	bytes_per_million_rows float8	-- of the index
);

