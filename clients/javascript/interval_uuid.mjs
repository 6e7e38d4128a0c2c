// SPDX-License-Identifier: PostgreSQL
// interval-uuid 0.1.0, from https://repository.invalid/owner/sequential_uuids, whose LICENSE is this file's.
//
// Copy interval_uuid.d.mts, too, for types and documentation. Lengths are computed with BigInt. Times and blocks are
// integers up to 2^53, which a number holds exactly: an interval that exceeds it has no end that is a Date.

const MAX_COUNT = 2 ** 48;
// The server counts microseconds in 63 bits.
const MAX_MILLIS = (2n ** 63n - 1n) / 1000n;
const HYPHEN = '-'.charCodeAt(0);
const UUID_TEXT = /^[0-9a-f]{8}(-?)[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{12}$/i;
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

  // The block of the last key, as numbers of 16 and 32 bits: in it, the next key needs no division.
  #start = NaN;
  #end = NaN;
  #head = 0;
  #tail = 0;
  #headMask;
  #tailMask;

  /** @param {import('./interval_uuid.mjs').IntervalUuidOptions} options */
  constructor(options) {
    const { interval, cycle, version = 4, ...others } = options;
    const [other] = Object.keys(others);
    if (other !== undefined) throw new TypeError(`there is no option ${other}`);
    const millis = toMillis('interval', interval);
    this.#interval = Number(millis);
    this.#count = countOf(millis, toMillis('cycle', cycle));
    if (version !== 4 && version !== 8) throw new RangeError(`version must be 4 or 8, not ${show(version)}`);
    this.#version = version;
    for (let blocks = 1; blocks < this.#count; blocks *= 2) this.#free /= 2;
    this.#headMask = Math.floor((this.#free - 1) / 2 ** 32);
    this.#tailMask = (this.#free - 1) >>> 0;
  }

  /** @type {(row: import('./interval_uuid.mjs').KeyParameters) => IntervalUuid} */
  static fromParameters(row) {
    const length = toInteger('interval_microseconds', row);
    const cycle = length * toInteger('interval_count', row);
    const version = /** @type {4} */ (Number(toInteger('version', row)));
    return new IntervalUuid({ interval: `${length} us`, cycle: `${cycle} us`, version });
  }

  // The methods are properties, so that they can be passed on without their object, as uuid.v7 can.

  /** @type {() => UUID} */
  next = () => {
    const now = Date.now();
    return this.#generate(now, now);
  };

  /** @type {(time: Date) => UUID} */
  at = (time) => this.#generate(toTime('time', time), Date.now());

  /** @type {(from: Date, to: Date) => import('./interval_uuid.mjs').KeyRange[]} */
  ranges = (from, to) => {
    const start = toTime('from', from);
    const end = toTime('to', to);
    if (start >= end) return [NO_KEYS];
    const first = Math.floor(start / this.#interval);
    const last = Math.min(Math.ceil(end / this.#interval) - 1, first + this.#count - 1);
    const [lower, upper] = [modulo(first, this.#count), modulo(last, this.#count)];
    if (lower <= upper) return [this.#range(lower, upper)];
    return [this.#range(lower, this.#count - 1), this.#range(0, upper)];
  };

  /** @type {(id: string) => number | null} */
  block = (id) => {
    if (typeof id !== 'string') throw new TypeError(`id must be a string, not ${show(id)}`);
    if (!UUID_TEXT.test(id)) throw new RangeError(`id must be a UUID, not ${show(id)}`);
    const block = Math.floor(parseInt(id.replaceAll('-', '').slice(0, 12), 16) / this.#free);
    return block < this.#count ? block : null;
  };

  /** @type {(id: string, notAfter: Date) => import('./interval_uuid.mjs').TimeWindow | null} */
  window = (id, notAfter) => {
    const block = this.block(id);
    const number = Math.floor(toTime('notAfter', notAfter) / this.#interval);
    if (block === null) return null;
    const start = (number - modulo(number - block, this.#count)) * this.#interval;
    const [from, to] = [new Date(start), new Date(start + this.#interval)];
    return Number.isNaN(from.getTime()) || Number.isNaN(to.getTime()) ? null : { from, to };
  };

  toString() {
    const cycle = BigInt(this.#interval) * BigInt(this.#count);
    return `IntervalUuid({ interval: '${this.#interval} ms', cycle: '${cycle} ms', version: ${this.#version} })`;
  }

  /** For console.log() of Node.js, Deno and Bun. */
  [Symbol.for('nodejs.util.inspect.custom')]() {
    return this.toString();
  }

  /** @type {(first: number, last: number) => import('./interval_uuid.mjs').KeyRange} */
  #range(first, last) {
    return { smallest: bound(first * this.#free, '0'), largest: bound((last + 1) * this.#free - 1, 'f') };
  }

  /** @type {(millis: number, now: number) => UUID} */
  #generate(millis, now) {
    if (!(millis >= this.#start && millis < this.#end)) this.#enter(millis);
    const i = takeRandomBytes(now);
    const head = this.#head | (POOL[i] << 8 | POOL[i + 1]) & this.#headMask;
    const random = POOL[i + 2] << 24 | POOL[i + 3] << 16 | POOL[i + 4] << 8 | POOL[i + 5];
    const key = format(head, this.#tail | random & this.#tailMask, this.#version, i);
    POOL.fill(0, i, i + 16);
    return key;
  }

  /** @param {number} millis of a key, whose block is kept for the next ones */
  #enter(millis) {
    const number = Math.floor(millis / this.#interval);
    const place = modulo(number, this.#count) * this.#free;
    this.#start = number * this.#interval;
    this.#end = this.#start + this.#interval;
    this.#head = Math.floor(place / 2 ** 32);
    this.#tail = place | 0;
  }
}

/**
 * The remainder that is not negative.
 *
 * @type {(a: number, b: number) => number}
 */
function modulo(a, b) {
  const remainder = a % b;
  return remainder < 0 ? remainder + b : remainder;
}

/** @type {(interval: bigint, cycle: bigint) => number} */
function countOf(interval, cycle) {
  const rest = cycle % interval;
  if (rest !== 0n) {
    const nearest = rest * 2n >= interval || cycle < interval ? cycle - rest + interval : cycle - rest;
    throw new RangeError(
      `cycle must be a multiple of interval (${interval} ms): the nearest to ${cycle} ms is ${nearest} ms`);
  }
  const count = Number(cycle / interval);
  if (count > MAX_COUNT) {
    throw new RangeError(`cycle must be at most 2^48 times interval (${interval} ms), not ${cycle} ms`);
  }
  return count;
}

/**
 * Where 16 random bytes start in POOL.
 *
 * @param {number} now
 */
function takeRandomBytes(now) {
  const age = now - poolTime;
  if (poolUsed === POOL.length || !(age >= 0 && age < POOL_MILLIS)) {
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
 * The text of a key: its first 16 and its next 32 bits, the version, and the rest of the bytes from i in POOL. One
 * string of all digits takes less than half the time of joining a string for each byte.
 *
 * @type {(head: number, tail: number, version: number, i: number) => UUID}
 */
function format(head, tail, version, i) {
  const variant = 0x80 | POOL[i + 8] & 0x3f;
  return /** @type {UUID} */ (String.fromCharCode(
    HEX[head >> 12], HEX[head >> 8 & 15], HEX[head >> 4 & 15], HEX[head & 15],
    HEX[tail >>> 28], HEX[tail >> 24 & 15], HEX[tail >> 20 & 15], HEX[tail >> 16 & 15], HYPHEN,
    HEX[tail >> 12 & 15], HEX[tail >> 8 & 15], HEX[tail >> 4 & 15], HEX[tail & 15], HYPHEN,
    HEX[version], HEX[POOL[i + 6] & 15], HEX[POOL[i + 7] >> 4], HEX[POOL[i + 7] & 15], HYPHEN,
    HEX[variant >> 4], HEX[variant & 15], HEX[POOL[i + 9] >> 4], HEX[POOL[i + 9] & 15], HYPHEN,
    HEX[POOL[i + 10] >> 4], HEX[POOL[i + 10] & 15], HEX[POOL[i + 11] >> 4], HEX[POOL[i + 11] & 15],
    HEX[POOL[i + 12] >> 4], HEX[POOL[i + 12] & 15], HEX[POOL[i + 13] >> 4], HEX[POOL[i + 13] & 15],
    HEX[POOL[i + 14] >> 4], HEX[POOL[i + 14] & 15], HEX[POOL[i + 15] >> 4], HEX[POOL[i + 15] & 15],
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

/**
 * A column of the row, as drivers return integers: as numbers, or as strings or BigInts if they are of type bigint.
 *
 * @type {(name: string, row: unknown) => bigint}
 */
function toInteger(name, row) {
  const value = /** @type {Record<string, unknown>} */ (row ?? {})[name];
  if (typeof value === 'bigint' && value > 0n || typeof value === 'string' && /^[1-9]\d{0,18}$/.test(value)
    || typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return BigInt(value);
  throw new TypeError(`${name} must be an integer from 1, as uuid_key_parameters() returns it, not ${show(value)}`);
}

/** @type {(name: string, value: unknown) => bigint} */
function toMillis(name, value) {
  // No bare number: elsewhere, that is of seconds.
  if (typeof value !== 'string') throw new TypeError(`${name} must be a string such as '5 min', not ${show(value)}`);
  const millis = parseLength(name, value);
  if (millis === undefined || millis < 1n || millis > MAX_MILLIS) {
    throw new RangeError(`${name} must be a whole number of milliseconds from 1 to ${MAX_MILLIS}, not ${show(value)}`);
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
 * Milliseconds of a PostgreSQL interval, in each style that the server prints, or undefined if they are not whole.
 *
 * @type {(name: string, text: string) => bigint | undefined}
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
    if (scaled % scale !== 0n) return undefined;
    millis += scaled / scale;
  }
  return millis;
}

/** @param {unknown} value */
function show(value) {
  if (typeof value === 'string') return `'${value}'`;
  return typeof value === 'object' && value !== null ? 'an object' : `${String(value)} (${typeof value})`;
}
