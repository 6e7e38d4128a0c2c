// SPDX-License-Identifier: PostgreSQL
// interval-uuid 0.1.0, from https://repository.invalid/owner/sequential_uuids, whose LICENSE is this file's.

/** A UUID in its text form: the type of `crypto.randomUUID()`. */
export type UUID = `${string}-${string}-${string}-${string}-${string}`;

/**
 * A length of time: a number of milliseconds, or a string as PostgreSQL prints intervals and people write them, such as
 * `'5 min'`, `'01:30:00'`, `'60 days'`, `'PT5M'`. Months and years have no fixed length, and are refused.
 */
export type Length = number | string;

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

/**
 * Generates UUID keys by time, as `uuid_interval_nextval()` of the PostgreSQL extension sequential_uuids does.
 *
 * @example
 * // DEFAULT uuid_interval_nextval('5 min', '60 days')
 * const keys = new IntervalUuid({ interval: '5 min', cycle: '60 days' });
 * const id = keys.next();
 */
export declare class IntervalUuid {
  /**
   * @param options What the column default says. Other lengths go unnoticed, and keys are in wrong places for good.
   * @throws {TypeError} if a length is neither a number nor a string
   * @throws {RangeError} if a length or the version is out of range, or `cycle` is no multiple of `interval`
   */
  constructor(options: IntervalUuidOptions);

  /**
   * Generates a key of the present block.
   *
   * @throws whatever `crypto.getRandomValues()` throws
   */
  next(): UUID;

  /**
   * Generates a key of the block of a time, for rows that are older than now.
   *
   * @throws {TypeError} if `time` is no Date
   * @throws {RangeError} if it is an invalid one
   * @throws whatever `crypto.getRandomValues()` throws
   */
  at(time: Date): UUID;

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
  ranges(from: Date, to: Date): KeyRange[];
}
