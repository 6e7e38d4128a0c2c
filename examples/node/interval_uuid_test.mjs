// Tests interval_uuid.mjs with the vectors in the file on the command line, then prints keys generated now, for the
// server.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { intervalUuid, intervalUuidAt } from './interval_uuid.mjs';

const number = (key) => BigInt(`0x${key.replaceAll('-', '')}`);

for (const { time_us, interval_ms, count, smallest, largest } of JSON.parse(readFileSync(process.argv[2], 'utf8'))) {
  for (const version of [4, 8]) {
    const at = new Date(Math.floor(time_us / 1000));
    const keys = Array.from({ length: 64 }, () => number(intervalUuidAt(at, interval_ms, count, version)));
    // The bits that each key has, and those that any has: all others are random.
    const labelled = BigInt(version ^ 4) << 76n;
    assert.equal(keys.reduce((a, b) => a & b) ^ labelled, number(smallest));
    assert.equal(keys.reduce((a, b) => a | b) ^ labelled, number(largest));
  }
}

for (const parameters of [[0, 1], [2 ** 53, 1], [1.5, 1], ['1', 1], [1, 0], [1, 2 ** 48 + 1], [1, 1.5], [1, 1, 7]]) {
  assert.throws(() => intervalUuid(...parameters), RangeError);
}
assert.throws(() => intervalUuidAt(new Date(NaN)), RangeError);

for (const parameters of [[60_000, 65_536, 4], [300_000, 38_016, 4], [300_000, 38_016, 8]]) {
  for (let i = 0; i < 100; i++) console.log([...parameters, intervalUuid(...parameters)].join());
}
