// Type-checked in a new project, whose compiler is told less and less.
import { intervalUuid, intervalUuidAt } from 'interval-uuid';

export const keys: string[] = [
  intervalUuid(), intervalUuid(300_000, 38_016), intervalUuid(300_000, 38_016, 8),
  intervalUuidAt(new Date()), intervalUuidAt(new Date(), 300_000, 38_016, 8),
];
export const generate: () => string = intervalUuid;

// @ts-expect-error: both or neither
intervalUuid(300_000);
// @ts-expect-error: a string
intervalUuid('60000', 65_536);
// @ts-expect-error: not of type bigint
intervalUuid(60000n, 65_536);
// @ts-expect-error: no such version
intervalUuid(300_000, 38_016, 7);
// @ts-expect-error: not a Date
intervalUuidAt('2026-11-01');
