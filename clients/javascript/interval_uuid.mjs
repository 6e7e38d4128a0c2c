// SPDX-License-Identifier: PostgreSQL
// interval-uuid 0.1.0, from https://repository.invalid/owner/sequential_uuids, whose LICENSE is this file's.
//
// Copy interval_uuid.d.mts, too, for types and documentation. All numbers here are integers up to 2^53, which
// JavaScript holds exactly.

const MAX_COUNT = 2 ** 48;
const HYPHEN = '-'.charCodeAt(0);
const HEX = Uint8Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0));

// Random bytes for 256 keys, since a call of getRandomValues() takes as long for 4,096 bytes as for few. Each is used
// once: the bytes of a key are erased as it is generated. Each worker has its own module, and so its own bytes.
const POOL = new Uint8Array(4096);
// Bytes as old as this are not used: a process that is restored from a snapshot would repeat keys of another.
const POOL_MILLIS = 1000;
let poolUsed = POOL.length;
let poolTime = 0;

/** @typedef {import('./interval_uuid.mjs').UUID} UUID */

// The range of an empty span. No range at all would be dangerous: many ORMs take an empty OR for "all rows".
const NO_KEYS = Object.freeze({
  smallest: /** @type {const} */ ('00000000-0000-0000-0000-000000000001'),
  largest: /** @type {const} */ ('00000000-0000-0000-0000-000000000000'),
});

export class IntervalUuid {
  #interval;
  #count;
  /** How many values the first 48 bits have in each block: a power of two. */
  #free = MAX_COUNT;
  #version;

  /** @param {import('./interval_uuid.mjs').IntervalUuidOptions} options */
  constructor({ interval, cycle, version = 4 }) {
    const intervalMillis = toMillis('interval', interval);
    const cycleMillis = toMillis('cycle', cycle);
    const count = cycleMillis / intervalMillis;
    if (cycleMillis % intervalMillis !== 0) {
      const nearest = Math.max(Math.round(count), 1) * intervalMillis;
      throw new RangeError(
        `cycle must be a multiple of interval (${intervalMillis} ms): ` +
          `the nearest to ${cycleMillis} ms is ${nearest} ms`);
    }
    if (count > MAX_COUNT) throw new RangeError('cycle must be at most 2^48 times interval');
    if (version !== 4 && version !== 8) throw new RangeError(`version must be 4 or 8, not ${show(version)}`);
    this.#interval = intervalMillis;
    this.#count = count;
    for (let blocks = 1; blocks < count; blocks *= 2) this.#free /= 2;
    this.#version = version;
  }

  /** @returns {UUID} */
  next() {
    const now = Date.now();
    return this.#generate(now, now);
  }

  /** @type {(time: Date) => UUID} */
  at(time) {
    return this.#generate(toTime('time', time), Date.now());
  }

  /** @type {(from: Date, to: Date) => import('./interval_uuid.mjs').KeyRange[]} */
  ranges(from, to) {
    const start = toTime('from', from);
    const end = toTime('to', to);
    if (start >= end) return [NO_KEYS];
    const first = Math.floor(start / this.#interval);
    const last = Math.min(Math.ceil(end / this.#interval) - 1, first + this.#count - 1);
    const [lower, upper] = [this.#blockOf(first), this.#blockOf(last)];
    if (lower <= upper) return [this.#range(lower, upper)];
    return [this.#range(lower, this.#count - 1), this.#range(0, upper)];
  }

  /** @param {number} number of an interval since 1970 */
  #blockOf(number) {
    const remainder = number % this.#count;
    return remainder < 0 ? remainder + this.#count : remainder;
  }

  /** @type {(first: number, last: number) => import('./interval_uuid.mjs').KeyRange} */
  #range(first, last) {
    return { smallest: bound(first * this.#free, '0'), largest: bound((last + 1) * this.#free - 1, 'f') };
  }

  /** @type {(millis: number, now: number) => UUID} */
  #generate(millis, now) {
    const block = this.#blockOf(Math.floor(millis / this.#interval));
    const bytes = POOL;
    const i = takeRandomBytes(now);
    const random = (bytes[i] * 256 + bytes[i + 1]) * 2 ** 32
      + ((bytes[i + 2] << 24 | bytes[i + 3] << 16 | bytes[i + 4] << 8 | bytes[i + 5]) >>> 0);
    const head = block * this.#free + random % this.#free;
    const upper = Math.floor(head / 2 ** 32);
    const lower = head >>> 0;
    bytes[i] = upper >> 8;
    bytes[i + 1] = upper;
    bytes[i + 2] = lower >> 24;
    bytes[i + 3] = lower >> 16;
    bytes[i + 4] = lower >> 8;
    bytes[i + 5] = lower;
    bytes[i + 6] = this.#version << 4 | bytes[i + 6] & 0x0f;
    bytes[i + 8] = 0x80 | bytes[i + 8] & 0x3f;
    const key = format(bytes, i);
    bytes.fill(0, i, i + 16);
    return key;
  }
}

/**
 * Where 16 random bytes start in POOL.
 *
 * @param {number} now
 */
function takeRandomBytes(now) {
  const age = now - poolTime;
  if (poolUsed === POOL.length || !(age >= 0 && age < POOL_MILLIS)) {
    // Should it throw, nothing of the pool is left to use.
    poolUsed = POOL.length;
    // Looked up at each call, as React Native gets it later; and typed here, for projects without the DOM's types.
    const { crypto } = /** @type {{ crypto?: { getRandomValues(bytes: Uint8Array): unknown } }} */ (globalThis);
    if (!crypto) throw new Error('there is no crypto.getRandomValues()');
    crypto.getRandomValues(POOL);
    poolUsed = 0;
    poolTime = now;
  }
  poolUsed += 16;
  return poolUsed - 16;
}

/**
 * The text of 16 bytes. One string for all takes less than half the time of joining a string for each.
 *
 * @type {(bytes: Uint8Array, i: number) => UUID}
 */
function format(bytes, i) {
  /** @type {(k: number) => number} */
  const high = (k) => HEX[bytes[i + k] >> 4];
  /** @type {(k: number) => number} */
  const low = (k) => HEX[bytes[i + k] & 15];
  return /** @type {UUID} */ (String.fromCharCode(
    high(0), low(0), high(1), low(1), high(2), low(2), high(3), low(3), HYPHEN,
    high(4), low(4), high(5), low(5), HYPHEN, high(6), low(6), high(7), low(7), HYPHEN,
    high(8), low(8), high(9), low(9), HYPHEN, high(10), low(10), high(11), low(11), high(12), low(12),
    high(13), low(13), high(14), low(14), high(15), low(15),
  ));
}

/**
 * The key with these first 48 bits, whose other digits are all the same.
 *
 * @type {(head: number, digit: string) => UUID}
 */
function bound(head, digit) {
  const digits = head.toString(16).padStart(12, '0');
  const four = digit.repeat(4);
  return `${digits.slice(0, 8)}-${digits.slice(8)}-${four}-${four}-${digit.repeat(12)}`;
}

/** @type {(name: string, value: unknown) => number} */
function toTime(name, value) {
  // Not instanceof, which is false for a Date of another realm, as Jest has them.
  const { getTime } = /** @type {Partial<Date>} */ (value ?? {});
  if (typeof getTime !== 'function') throw new TypeError(`${name} must be a Date, not ${show(value)}`);
  const millis = getTime.call(value);
  if (Number.isNaN(millis)) throw new RangeError(`${name} must be a valid Date`);
  return millis;
}

/** @type {(name: string, value: unknown) => number} */
function toMillis(name, value) {
  if (typeof value !== 'number' && typeof value !== 'string') {
    throw new TypeError(`${name} must be a number of milliseconds or a string such as '5 min', not ${show(value)}`);
  }
  const millis = typeof value === 'string' ? parseLength(name, value) : value;
  if (!Number.isInteger(millis) || millis < 1 || millis > Number.MAX_SAFE_INTEGER) {
    throw new RangeError(`${name} must be a whole number of milliseconds from 1 to 2^53 - 1, not ${show(value)}`);
  }
  return millis;
}

// In microseconds. Months and years are missing, as they have no fixed length.
/** @type {[bigint, string][]} */
const UNITS = [
  [1n, 'us|µs|usecs?|microseconds?'],
  [1_000n, 'ms|msecs?|milliseconds?'],
  [1_000_000n, 's|secs?|seconds?'],
  [60_000_000n, 'm|mins?|minutes?'],
  [3_600_000_000n, 'h|hrs?|hours?'],
  [86_400_000_000n, 'd|days?'],
  [604_800_000_000n, 'w|weeks?'],
];

/**
 * Milliseconds of a PostgreSQL interval, in each style that the server prints, or NaN if they are not whole.
 *
 * @type {(name: string, text: string) => number}
 */
function parseLength(name, text) {
  const unreadable = () => new RangeError(
    `${name} must be a length such as '5 min', '01:30:00' or '60 days', without months and years, not ${show(text)}`);
  // As units: 45 days 12:16:00, 45 12:16:00, and ISO 8601, P45DT12H16M, where M stands for months before the T.
  const inUnits = text.trim().toLowerCase().replace(/^@ /, '')
    .replace(/^p([\d.wd]*)(?:t([\d.hms]+))?$/, '$1 $2')
    .replace(/(?:(\d+) )?\b(\d+):(\d\d)(?::(\d\d(?:\.\d+)?))?$/, (_, days = '0', hours, minutes, seconds = '0') =>
      `${days}d ${hours}h ${minutes}m ${seconds}s`);
  if (!/^\s*(?:\d+(?:\.\d+)?\s*[a-zµ]+\s*)+$/.test(inUnits)) throw unreadable();
  let millis = 0n;
  for (const [, whole, fraction = '', unit] of inUnits.matchAll(/(\d+)(?:\.(\d+))?\s*([a-zµ]+)/g)) {
    const [micros] = UNITS.find(([, names]) => new RegExp(`^(?:${names})$`).test(unit)) ?? [];
    if (micros === undefined) throw unreadable();
    const scaled = BigInt(whole + fraction) * micros;
    const scale = 1_000n * 10n ** BigInt(fraction.length);
    if (scaled % scale !== 0n) return NaN;
    millis += scaled / scale;
  }
  return Number(millis);
}

/** @param {unknown} value */
function show(value) {
  if (typeof value === 'string') return `'${value}'`;
  return typeof value === 'object' && value !== null ? 'an object' : `${String(value)} (${typeof value})`;
}
