// The statements of the load, which the worker runs.
import { index, KINDS, TABLES, type Kind } from './keys'
import { duration, FRAME_ROWS, intervalSeconds, type Settings } from './settings'

const START = '2026-01-01 00:00:00+00'

/** The key of a row of the time "at". */
function keyAt(kind: Kind, settings: Settings): string {
  if (kind === 'random') return 'gen_random_uuid()'
  if (kind === 'v7') return 'uuid_v7_at(at)'
  return `uuid_interval_at(at, '${duration(settings, 1)}', '${duration(settings, settings.cycle)}')`
}

export const createTable = (kind: Kind): string =>
  `CREATE TABLE ${TABLES[kind]} (id uuid PRIMARY KEY, created_at timestamptz NOT NULL)
  WITH (autovacuum_enabled = off, vacuum_index_cleanup = on)`

export const insertBefore = (kind: Kind, settings: Settings): string =>
  `INSERT INTO ${TABLES[kind]} SELECT gen_random_uuid(), '${START}' FROM generate_series(1, ${settings.before})`

/** Rows come evenly, at simulated times. */
export function insert(kind: Kind, settings: Settings): string {
  const between = Number((intervalSeconds(settings) / settings.rows).toFixed(6))
  return `INSERT INTO ${TABLES[kind]} (id, created_at)
SELECT ${keyAt(kind, settings)}, at
  FROM generate_series($1, $1 + ${FRAME_ROWS - 1}) AS row,
       LATERAL (SELECT '${START}'::timestamptz + row * interval '${between} s') AS t (at)
RETURNING id`
}

export const remove = (kind: Kind): string => `DELETE FROM ${TABLES[kind]} WHERE id = ANY ($1)`
export const vacuum = (kind: Kind): string => `VACUUM ${TABLES[kind]}`

export const WAL_POSITION = 'SELECT pg_current_wal_insert_lsn()::text AS lsn'
/** A commit flushes the WAL, VACUUM need not: pg_walinspect reads only what is flushed. */
export const FLUSH_WAL = "SELECT pg_logical_emit_message(false, '', '', flush => true)"

export const leafPages = (kind: Kind): string =>
  `SELECT blkno, btpo_next, free_size, live_items + dead_items AS items
  FROM bt_multi_page_stats('${index(kind)}', 1, -1) WHERE type = 'l'`

/** The pages of the indexes that were written between two positions in the WAL, and whether whole. */
export const WRITTEN_PAGES = `SELECT relfilenode, relblocknumber, bool_or(block_fpi_length > 0) AS whole
  FROM pg_get_wal_block_info($1, $2, show_data => false)
 WHERE relforknumber = 0
   AND relfilenode IN (${KINDS.map((kind) => `pg_relation_filenode('${index(kind)}')`).join(', ')})
 GROUP BY relfilenode, relblocknumber`

const sizeOf = (kind: Kind): string =>
  `pg_relation_size('${index(kind)}') / 8192, pg_relation_filenode('${index(kind)}')`
/** And the names by which the WAL calls the indexes. */
export const SIZES = `SELECT ${KINDS.map(sizeOf).join(', ')}`
