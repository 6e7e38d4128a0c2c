// What the examples for Node.js have in common. libpq's environment variables (PGHOST, PGUSER ...) name the server.
import { readFileSync } from 'node:fs';
import { IntervalUuid } from 'interval-uuid';

// README's default that needs nothing installed, as information_schema.columns shows it (\d leaves out parentheses).
export const plainDefault =
  "(encode((substr(int8send((((floor(date_part('epoch'::text, clock_timestamp())))::bigint / 150) % '34560'::bigint)), "
  + "7) || substr(uuid_send(gen_random_uuid()), 3)), 'hex'::text))::uuid";

// Generates keys like the default of orders, for drafts.
export const keys = new IntervalUuid({ interval: '5 min', cycle: '60 days' });

export const items = Array.from({ length: 1000 }, (_, i) => ({ item: `book ${i}` }));

// Not every package exports its package.json.
export function version(name) {
  return JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url), 'utf8')).version;
}

/**
 * Runs the parts of an example, for t/checks/examples, which looks at the rows: creates the tables; inserts an order
 * and 1,000 by two statements; inserts two drafts and two notes; deletes the orders of an empty span, which are none;
 * counts those of the last hour. With the argument "insert", only inserts the orders, and with "delete" deletes those
 * of the last hour.
 */
export async function run(parts) {
  const now = new Date();
  switch (process.argv[2]) {
    case 'insert':
      await parts.insert();
      break;
    case 'delete':
      await parts.deleteRanges(keys.ranges(new Date(now - 3_600_000), now));
      break;
    default:
      await parts.create();
      await parts.insert();
      await parts.insertOthers?.();
      await parts.deleteRanges(keys.ranges(now, now));
      console.log(Number(await parts.countLatest()));
      console.log(parts.name);
  }
  await parts.close();
}
