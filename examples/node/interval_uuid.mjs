// SPDX-License-Identifier: PostgreSQL
// UUID keys by time, as the server's uuid_interval_nextval() generates them. doc/client-keys.md defines them.
//
// Copy this file, for Node.js 20 or later and browsers. Renamed to .ts it is strict TypeScript.

// A key of the present block.
export function intervalUuid(intervalMillis = 60_000, count = 65_536, version = 4) {
  return intervalUuidAt(new Date(), intervalMillis, count, version);
}

// A key of the block of that time. All numbers here are integers up to 2^53, which JavaScript holds exactly.
export function intervalUuidAt(at = new Date(), intervalMillis = 60_000, count = 65_536, version = 4) {
  if (Number.isNaN(at.getTime())) throw new RangeError('at must be a valid date');
  if (!Number.isSafeInteger(intervalMillis) || intervalMillis < 1) {
    throw new RangeError(`intervalMillis must be an integer from 1 to 2^53 - 1, not ${intervalMillis}`);
  }
  if (!Number.isSafeInteger(count) || count < 1 || count > 2 ** 48) {
    throw new RangeError(`count must be an integer from 1 to 2^48, not ${count}`);
  }
  if (version !== 4 && version !== 8) throw new RangeError(`version must be 4 or 8, not ${version}`);

  const remainder = Math.floor(at.getTime() / intervalMillis) % count;
  const block = remainder < 0 ? remainder + count : remainder;
  let free = 2 ** 48;
  for (let blocks = 1; blocks < count; blocks *= 2) free /= 2;

  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const head = block * free + bytes.subarray(0, 6).reduce((number, byte) => number * 256 + byte, 0) % free;
  bytes[6] = version * 16 + bytes[6] % 16;
  bytes[8] = 128 + bytes[8] % 64;
  const tail = Array.from(bytes.subarray(6), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return (head.toString(16).padStart(12, '0') + tail).replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
