// SPDX-License-Identifier: PostgreSQL
// interval-uuid 0.1.0, from https://repository.invalid/owner/sequential_uuids, whose LICENSE is this file's.
//
// UUID keys by time, as the server's uuid_interval_nextval() generates them. doc/client-keys.md defines them.
//
// It takes nothing but getRandomValues(): Node.js 20 or later, or a browser. For TypeScript, copy interval_uuid.d.mts,
// too.

// Each byte in hexadecimal.
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/**
 * A key of the present block.
 *
 * @param {number} [intervalMillis] the column default's interval, in milliseconds; with count, or neither
 * @param {number} [count] the number of intervals in its cycle
 * @param {4 | 8} [version]
 * @returns {string}
 */
export function intervalUuid(intervalMillis, count, version) {
  return intervalUuidAt(new Date(), intervalMillis, count, version);
}

/**
 * A key of the block of that time. All numbers here are integers up to 2^53, which JavaScript holds exactly.
 *
 * @param {Date} at
 * @param {number} [intervalMillis] the column default's interval, in milliseconds; with count, or neither
 * @param {number} [count] the number of intervals in its cycle
 * @param {4 | 8} [version]
 * @returns {string}
 */
export function intervalUuidAt(at, intervalMillis, count, version = 4) {
  if ((intervalMillis === undefined) !== (count === undefined)) {
    throw new RangeError('of intervalMillis and count, give both or neither');
  }
  if (intervalMillis === undefined) [intervalMillis, count] = [60_000, 65_536];
  const time = typeof at?.getTime === 'function' ? at.getTime() : NaN;
  if (!Number.isInteger(time)) throw outOfRange('at', 'a valid Date', at);
  if (!isIntegerUpTo(2 ** 53 - 1, intervalMillis)) {
    throw outOfRange('intervalMillis', 'an integer from 1 to 2^53 - 1', intervalMillis);
  }
  if (!isIntegerUpTo(2 ** 48, count)) throw outOfRange('count', 'an integer from 1 to 2^48', count);
  if (version !== 4 && version !== 8) throw outOfRange('version', '4 or 8', version);

  const remainder = Math.floor(time / intervalMillis) % count;
  const block = remainder < 0 ? remainder + count : remainder;
  let free = 2 ** 48;
  for (let blocks = 1; blocks < count; blocks *= 2) free /= 2;

  const key = new DataView(randomBytes(16).buffer);
  const head = block * free + (key.getUint16(0) * 2 ** 32 + key.getUint32(2)) % free;
  key.setUint16(0, head / 2 ** 32);
  key.setUint32(2, head);
  key.setUint16(6, version * 2 ** 12 + key.getUint16(6) % 2 ** 12);
  key.setUint16(8, 2 ** 15 + key.getUint16(8) % 2 ** 14);
  return `${hex(key, 0, 4)}-${hex(key, 4, 6)}-${hex(key, 6, 8)}-${hex(key, 8, 10)}-${hex(key, 10, 16)}`;
}

/** @type {(largest: number, value: unknown) => value is number} */
function isIntegerUpTo(largest, value) {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= largest;
}

/** @type {(name: string, range: string, value: unknown) => RangeError} */
function outOfRange(name, range, value) {
  const text = typeof value === 'object' && value !== null ? 'an object' : `${String(value)} (${typeof value})`;
  return new RangeError(`${name} must be ${range}, not ${text}`);
}

/** @type {(length: number) => Uint8Array} */
function randomBytes(length) {
  // Looked up at each call, as React Native gets it later; and typed here, for projects without the DOM's types.
  /** @type {{ crypto?: { getRandomValues(bytes: Uint8Array): unknown } }} */
  const { crypto } = /** @type {object} */ (globalThis);
  if (!crypto) throw new Error('crypto.getRandomValues() is missing');
  const bytes = new Uint8Array(length);
  crypto.getRandomValues(bytes);
  return bytes;
}

/** @type {(key: DataView, from: number, to: number) => string} */
function hex(key, from, to) {
  let digits = '';
  for (let i = from; i < to; i++) digits += HEX[key.getUint8(i)];
  return digits;
}
