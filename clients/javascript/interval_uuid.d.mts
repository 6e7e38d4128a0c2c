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
 * A row of `uuid_key_parameters()`, with numbers as drivers return them: a bigint is a string in most of them. Other
 * columns make no difference.
 */
export interface KeyParameters {
  readonly interval_microseconds: string | bigint | number;
  readonly interval_count: string | bigint | number;
  readonly version: string | bigint | number;
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
   * The generator for what the server says of a column default. Read the row once, when the program starts.
   *
   * @example
   * const { rows } = await client.query(
   *   "SELECT interval_microseconds, interval_count, version FROM uuid_key_parameters('orders', 'id')");
   * const keys = IntervalUuid.fromParameters(rows[0]);
   *
   * @throws {TypeError} if a column is missing or no positive integer, or a number above 2^53 - 1
   * @throws {RangeError} if the interval is no whole number of milliseconds, or anything is out of range
   */
  static fromParameters(this: void, row: KeyParameters): IntervalUuid;

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
   * A Date has milliseconds, a timestamp of PostgreSQL microseconds: if `to` was read from the server, add a
   * millisecond.
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
   * `uuid_interval_window()` returns it, or null if there is none. Blocks begin at whole milliseconds, so the
   * microseconds that a Date lacks make no difference.
   *
   * @throws {TypeError} if `id` is no string, or `notAfter` no Date
   * @throws {RangeError} if `id` is no UUID, or `notAfter` invalid
   */
  readonly window: (id: string, notAfter: Date) => TimeWindow | null;

  /** `IntervalUuid({ interval: '300000 ms', cycle: '5184000000 ms', version: 4 })`, as `console.log()` prints it. */
  toString(): string;
}
