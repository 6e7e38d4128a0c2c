// Type-checked in a new project, with compilers' strictest options.
import { IntervalUuid, type KeyRange, type UUID } from 'interval-uuid';

const keys = new IntervalUuid({ interval: '5 min', cycle: '57 days', version: 8 });
export const id: UUID = keys.next();
export const text: string = keys.at(new Date());
export const ranges: KeyRange[] = keys.ranges(new Date(), new Date());
/** The type of crypto.randomUUID(). */
export const random: ReturnType<typeof globalThis.crypto.randomUUID> = keys.next();
export const ours: UUID = globalThis.crypto.randomUUID();

const { next } = keys;
export const nextId: UUID = next();
export const block: number | null = keys.block(id);
export const since: Date | undefined = keys.window(id, new Date())?.from;
export const other: IntervalUuid = IntervalUuid.fromParameters(
  { interval_microseconds: '300000000', interval_count: 17_280n, version: 4 });

// @ts-expect-error: a number without a unit
new IntervalUuid({ interval: 300_000, cycle: '57 days' });
// @ts-expect-error: no such option
new IntervalUuid({ interval: '5 min', cycle: '57 days', verison: 8 });
// @ts-expect-error: an interval alone
new IntervalUuid({ interval: '5 min' });
// @ts-expect-error: not of type bigint
new IntervalUuid({ interval: 60_000n, cycle: '60 days' });
// @ts-expect-error: no such version
new IntervalUuid({ interval: '5 min', cycle: '60 days', version: 7 });
// @ts-expect-error: a row without its version
IntervalUuid.fromParameters({ interval_microseconds: '300000000', interval_count: '17280' });
// @ts-expect-error: not a Date
keys.at('2026-11-01');
