// What the page's PostgreSQL has: the same in the worker and where answers are recorded.
interface Database {
  exec(sql: string): Promise<unknown>
}

/**
 * uuid_advise() passes over functions in a schema of another role, so that it answers as on a visitor's server, which
 * has neither the extension nor its edition in SQL.  The stories need the edition.
 */
export async function prepare(db: Database, edition: string, advice: string): Promise<void> {
  await db.exec('CREATE ROLE stories; CREATE SCHEMA stories; SET search_path = stories')
  await db.exec(edition)
  await db.exec('ALTER SCHEMA stories OWNER TO stories; SET search_path = public, stories')
  await db.exec('CREATE SCHEMA advice')
  await db.exec(advice)
}
