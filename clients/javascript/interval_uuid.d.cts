// SPDX-License-Identifier: PostgreSQL
// interval-uuid 0.1.0, from https://repository.invalid/owner/sequential_uuids, whose LICENSE is this file's.

/** A UUID in its text form: the type of `crypto.randomUUID()`. */
export type UUID = `${string}-${string}-${string}-${string}-${string}`;

/**
 * A length of time, as PostgreSQL prints intervals and people write them: `'5 min'`, `'01:30:00'`, `'60 days'`,
 * `'PT5M'`. Months and years have no fixed length, and are refused, as is a number without a unit.
 */
export type Length = string;

/** What the column default says. */
export interface IntervalUuidOptions {
  /** How long keys share a prefix, at least 1 ms and a whole number of them. */
  readonly interval: Length;
  /** After how long prefixes repeat: a multiple of `interval`, at most 2^48 times it. */
  readonly cycle: Length;
  /** The UUID version, 4 unless the column default says 8. */
  readonly version?: 4 | 8 | undefined;
}

/**
 * The smallest and the largest key of some blocks. They carry no version, and some validators refuse them. No key lies
 * in the range of an empty span, whose `smallest` is above its `largest`; so never swap them.
 */
export interface KeyRange {
  readonly smallest: UUID;
  readonly largest: UUID;
}

/** The times in which a key may have been generated: from `from` until just before `to`. */
export interface TimeWindow {
  readonly from: Date;
  readonly to: Date;
}

/**
 * Generates UUID keys by time, as `uuid_interval_nextval()` of the PostgreSQL extension sequential_uuids does.
 *
 * @example
 * // DEFAULT uuid_interval_nextval('5 min', '60 days')
 * const keys = new IntervalUuid({ interval: '5 min', cycle: '60 days' });
 * const id = keys.next();
 *
 * Methods can be passed on without their object: `Array.from({ length: 10 }, keys.next)`.
 */
export declare class IntervalUuid {
  /**
   * @param options What the column default says. Other lengths go unnoticed, and keys are in wrong places for good.
   * @throws {TypeError} if a length is no string, or an option unknown
   * @throws {RangeError} if a length or the version is out of range, or `cycle` is no multiple of `interval`
   */
  constructor(options: IntervalUuidOptions);

  /**
   * The generator for a column default, as PostgreSQL prints it.
   *
   * @param text what `pg_get_expr()` returns: a call of `uuid_interval_nextval()` or `uuid_time_nextval()`, or the
   *   plain default that needs no extension, also in a column of type text
   * @throws {TypeError} if it is no string, as where the column has no default
   * @throws {RangeError} if it is anything else; the message has the text
   */
  static fromDefault(this: void, text: string): IntervalUuid;

  /**
   * Compares a column default, as PostgreSQL prints it, with this generator.
   *
   * @throws what `fromDefault()` throws
   * @throws {RangeError} if interval, cycle or version differ; the message has both
   */
  readonly verify: (text: string) => void;

  /**
   * Generates a key of the present block.
   *
   * @throws whatever `crypto.getRandomValues()` throws
   */
  readonly next: () => UUID;

  /**
   * Generates a key of the block of a time, for rows that are older than now.
   *
   * @throws {TypeError} if `time` is no Date
   * @throws {RangeError} if it is an invalid one
   * @throws whatever `crypto.getRandomValues()` throws
   */
  readonly at: (time: Date) => UUID;

  /**
   * The ranges of keys generated from one time until just before another, both ends included: two if the prefixes begin
   * anew between them, else one. If `to` is not later than `from`, no key lies in it. Like `uuid_interval_between()`,
   * it covers whole blocks, of each cycle: for the exact span, also compare a timestamp.
   *
   * @example
   * const hour = keys.ranges(new Date(Date.now() - 3_600_000), new Date());
   * const where = { OR: hour.map(({ smallest, largest }) => ({ id: { gte: smallest, lte: largest } })) };
   *
   * @throws {TypeError} if a time is no Date
   * @throws {RangeError} if it is an invalid one
   */
  readonly ranges: (from: Date, to: Date) => KeyRange[];

  /**
   * The number of a key's block, from 0, as `uuid_block()` returns it, or null if its first bits are no block of this
   * cycle.
   *
   * @throws {TypeError} if `id` is no string
   * @throws {RangeError} if it is no UUID
   */
  readonly block: (id: string) => number | null;

  /**
   * The latest interval that begins no later than `notAfter` and in which a key may have been generated, as
   * `uuid_interval_window()` returns it, or null if there is none.
   *
   * @throws {TypeError} if `id` is no string, or `notAfter` no Date
   * @throws {RangeError} if `id` is no UUID, or `notAfter` invalid
   */
  readonly window: (id: string, notAfter: Date) => TimeWindow | null;

  /** The call that such a column default has: `uuid_interval_nextval('00:05:00'::interval, '60 days'::interval)`. */
  toString(): string;
}
