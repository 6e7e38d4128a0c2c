// Tests the package interval-uuid with the vectors in the file on the command line, then prints keys generated now, for
// the server.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { intervalUuid, intervalUuidAt } from 'interval-uuid';

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

const refused = {
  'intervalMillis must be an integer from 1 to 2^53 - 1': [
    [0, 1], [2 ** 53, 1], [1.5, 1], ['60000', 1], [60000n, 1], [null, 1],
  ],
  'count must be an integer from 1 to 2^48': [[1, 0], [1, 2 ** 48 + 1], [1, 1.5], [1, '65536'], [1, {}]],
  'version must be 4 or 8': [[1, 1, 7], [1, 1, '4']],
  'of intervalMillis and count, give both or neither': [[300_000], [undefined, 38_016]],
};
for (const [message, calls] of Object.entries(refused)) {
  for (const parameters of calls) {
    const isThat = (error) => error instanceof RangeError && error.message.startsWith(message);
    assert.throws(() => intervalUuid(...parameters), isThat);
    assert.throws(() => intervalUuidAt(new Date(), ...parameters), isThat);
  }
}
assert.throws(() => intervalUuid('60000', 65_536), /not 60000 \(string\)$/);
assert.throws(() => intervalUuid(60000n, 65_536), /not 60000 \(bigint\)$/);
for (const at of [new Date(NaN), '2026-11-01', 0, null, undefined]) {
  assert.throws(() => intervalUuidAt(at), { name: 'RangeError', message: /^at must be a valid Date, not / });
}

for (const parameters of [[60_000, 65_536, 4], [300_000, 38_016, 4], [300_000, 38_016, 8]]) {
  for (let i = 0; i < 100; i++) console.log([...parameters, intervalUuid(...parameters)].join());
}
