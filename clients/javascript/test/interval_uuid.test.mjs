import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mock, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { inspect } from 'node:util';
import { Worker } from 'node:worker_threads';
import { IntervalUuid } from 'interval-uuid';

const VECTORS = process.env.VECTORS ?? new URL('../../../t/vectors', import.meta.url).pathname;
// Each millisecond is a block, and the first 48 bits its number.
const ALL = { interval: '1 ms', cycle: `${2 ** 48} ms` };

const number = (key) => BigInt(`0x${key.replaceAll('-', '')}`);
const rows = (name) => {
  const [, ...lines] = readFileSync(`${VECTORS}/${name}.csv`, 'utf8').trimEnd().split('\n');
  assert.ok(lines.length >= 100);
  return lines.map((line) => line.split(','));
};
const generator = (interval, count, version) =>
  new IntervalUuid({ interval: `${interval} ms`, cycle: `${interval * count} ms`, version });

test('at() gives the keys of the vectors', () => {
  for (const [micros, interval, count, smallest, largest] of rows('client_keys')) {
    for (const version of [4, 8]) {
      const client = generator(interval, count, version);
      const keys = Array.from({ length: 64 }, () => number(client.at(new Date(Math.floor(micros / 1000)))));
      // The bits that each key has, and those that any has: all others are random.
      const labelled = BigInt(version ^ 4) << 76n;
      assert.equal(keys.reduce((a, b) => a & b) ^ labelled, number(smallest), [micros, interval, count].join());
      assert.equal(keys.reduce((a, b) => a | b) ^ labelled, number(largest), [micros, interval, count].join());
    }
  }
});

test('ranges() gives those of the vectors', () => {
  for (const [from, to, interval, count, expected] of rows('ranges')) {
    const ranges = generator(interval, count).ranges(new Date(Number(from)), new Date(Number(to)));
    assert.equal(ranges.map(({ smallest, largest }) => `${smallest}..${largest}`).join(';'), expected);
  }
});

test('block() and window() give what the server does', () => {
  const orNull = (text, value) => text === '' ? null : value;
  for (const [id, notAfter, interval, count, block, from, to] of rows('client_windows')) {
    const client = generator(interval, count);
    assert.equal(client.block(id), orNull(block, Number(block)));
    const expected = orNull(from, { from: new Date(Number(from)), to: new Date(Number(to)) });
    for (const text of [id, id.toUpperCase(), id.replaceAll('-', '')]) {
      assert.deepEqual(client.window(text, new Date(Number(notAfter))), expected, id);
    }
  }
  const client = generator(86_400_000, 4_000_000);
  assert.equal(client.window(client.at(new Date(86_400_000)), new Date(-8.64e15)), null);
  const mixed = '00000000-000000000000-0000-000000000000';
  for (const id of ['', 'x', '0000', '0'.repeat(31), mixed, `${'0'.repeat(32)}\n`]) {
    assert.throws(() => client.block(id), { name: 'RangeError', message: `id must be a UUID, not '${id}'` });
  }
  assert.throws(() => client.block(null), { name: 'TypeError', message: 'id must be a string, not null (object)' });
  assert.throws(() => client.window('0'.repeat(32), 0), { name: 'TypeError', message: /^notAfter must be a Date, / });
});

test('fromParameters() takes a row as drivers return it', () => {
  const row = { function_name: 'uuid_interval_nextval', interval_microseconds: '300000000', interval_count: '17280',
    version: 4 };
  const expected = "IntervalUuid({ interval: '300000 ms', cycle: '5184000000 ms', version: 4 })";
  const bigints = { ...row, interval_microseconds: 300_000_000n, interval_count: 17_280n };
  const numbers = { ...row, interval_microseconds: 300_000_000, interval_count: 17_280 };
  for (const same of [row, bigints, numbers, { ...row, version: '4' }]) {
    assert.equal(String(IntervalUuid.fromParameters(same)), expected);
  }
  assert.equal(inspect(IntervalUuid.fromParameters(row)), expected);
  assert.match(IntervalUuid.fromParameters({ ...row, version: 8 }).next(), /^.{14}8/);
  for (const name of ['interval_microseconds', 'interval_count', 'version']) {
    for (const wrong of [undefined, null, 1.5, 2 ** 53, 0, -1n, '', '-1', '1.5', '05', ' 5', '5 min', true, {}]) {
      assert.throws(() => IntervalUuid.fromParameters({ ...row, [name]: wrong }), (error) => error instanceof TypeError
        && error.message.startsWith(`${name} must be an integer from 1, as uuid_key_parameters() returns it, not `));
    }
  }
  for (const none of [undefined, null, {}]) {
    assert.throws(() => IntervalUuid.fromParameters(none), /^TypeError: interval_microseconds must be an integer/);
  }
  const day = { interval_microseconds: 86_400_000_000n, interval_count: 106_751_991n, version: 4 };
  for (const [message, change] of [
    [/^interval must be a whole number of milliseconds from 1 to .*, not '1500 us'$/, { interval_microseconds: 1500 }],
    [/^cycle must be a whole number of milliseconds from 1 to \d+, not '\d+ us'$/, { interval_count: 106_751_992n }],
    [/^cycle must be at most 2\^48 times interval/, { interval_microseconds: 1000, interval_count: 2 ** 48 + 1 }],
    [/^version must be 4 or 8, not 7/, { version: 7 }],
  ]) {
    assert.throws(() => IntervalUuid.fromParameters({ ...day, ...change }), { name: 'RangeError', message });
  }
});

test('the longest cycle is that of the server', () => {
  const days = new IntervalUuid({ interval: '1 day', cycle: '106751991 days' });
  assert.match(days.at(new Date(86_400_000 * 0x1234)), /^000246[89]/);
  const once = new IntervalUuid({ interval: '106751991 days', cycle: '106751991 days' });
  assert.equal(once.block(once.next()), 0);
  assert.equal(once.window(once.next(), new Date()), null);
  assert.throws(() => new IntervalUuid({ interval: '1 day', cycle: '106751992 days' }), RangeError);
});

test('methods can be passed on', () => {
  const { next, at, ranges, block, window } = new IntervalUuid(ALL);
  assert.equal(new Set(Array.from({ length: 100 }, next)).size, 100);
  assert.equal(block([new Date(5)].map(at)[0]), 5);
  assert.equal(ranges(new Date(0), new Date(1)).length, 1);
  assert.deepEqual(window(at(new Date(5)), new Date(5)).from, new Date(5));
});

test('next() takes the present millisecond', async () => {
  const client = new IntervalUuid(ALL);
  for (let i = 0; i < 10; i++) {
    const before = Date.now();
    const block = Number(number(client.next()) >> 80n);
    assert.ok(before <= block && block <= Date.now());
    await setTimeout(2);
  }
});

test('all forms of a length are the same', () => {
  const key = (interval, cycle) => new IntervalUuid({ interval, cycle }).ranges(new Date(0), new Date(1))[0].largest;
  const expected = key('300000 ms', '4924800000 ms');
  for (const interval of ['5 min', '5m', '5 minutes', '300 s', '00:05:00', '0:05', '@ 5 mins', 'PT5M', '0 0:05:00',
    '300000 ms', '300000000 us', '0.5 min 4.5 minutes', '5MIN', 'PT300.0S']) {
    for (const cycle of ['57 days', '57d', '8 weeks 1 day', 'P57D', 'P8W1D', '56 days 24:00:00', '56 24:00:00']) {
      assert.equal(key(interval, cycle), expected, `${interval}, ${cycle}`);
    }
  }
  assert.equal(key('1 min', '45 days 12:16:00'), key('60000 ms', '3932160000 ms'));
  assert.equal(key('0:00:00.25', '1 day'), key('250 ms', '86400000 ms'));
  assert.equal(key('0.007 h', '0.07 h'), key('25200 ms', '252000 ms'));
});

test('it refuses what it cannot take', () => {
  const refused = (error, message, options) => assert.throws(() => new IntervalUuid(options), (thrown) =>
    thrown instanceof error && message.test(thrown.message) || assert.fail(`${thrown}`));
  const whole = /^interval must be a whole number of milliseconds from 1 to 9223372036854775, not /;
  for (const interval of ['1500 us', '0 s', '0.1 ms', '9223372036854776 ms', '99999999999 weeks']) {
    refused(RangeError, whole, { interval, cycle: interval });
  }
  for (const interval of ['', '5', 'min', '1 month', '1 mon', 'P1M', '1 year', '-5 min', '5 min ago', '5 min 3', 'P',
    'PT', '5 fortnights', '1:2:3']) {
    refused(RangeError, /^interval must be a length such as '5 min'/, { interval, cycle: '1 s' });
  }
  for (const interval of [undefined, null, 300_000, NaN, 60_000n, {}, [], true, new Date()]) {
    refused(TypeError, /^interval must be a string such as '5 min', not /, { interval, cycle: '1 s' });
  }
  assert.throws(() => new IntervalUuid(), TypeError);
  refused(TypeError, /^there is no option verison$/, { interval: '5 min', cycle: '57 days', verison: 8 });
  refused(RangeError, /^cycle must be a multiple of interval \(300000 ms\): .* 4924800001 ms is 4924800000 ms$/,
    { interval: '5 min', cycle: '4924800001 ms' });
  refused(RangeError, /: the nearest to 1 ms is 1000 ms$/, { interval: '1 s', cycle: '1 ms' });
  refused(RangeError, /: the nearest to 2500 ms is 3000 ms$/, { interval: '1 s', cycle: '2500 ms' });
  refused(RangeError, /^cycle must be at most 2\^48 times interval \(1 ms\), not 281474976710657 ms$/,
    { interval: '1 ms', cycle: `${2 ** 48 + 1} ms` });
  for (const version of [7, '4', null, NaN]) {
    refused(RangeError, /^version must be 4 or 8, not /, { interval: '1 s', cycle: '1 s', version });
  }
  const client = new IntervalUuid(ALL);
  for (const time of ['2026-11-01', 0, null, undefined, {}]) {
    assert.throws(() => client.at(time), { name: 'TypeError', message: /^time must be a Date, not / });
    assert.throws(() => client.ranges(time, new Date()), { name: 'TypeError', message: /^from must be a Date, not / });
    assert.throws(() => client.ranges(new Date(), time), { name: 'TypeError', message: /^to must be a Date, not / });
  }
  assert.throws(() => client.at(new Date(NaN)), { name: 'RangeError', message: 'time must be a valid Date' });
});

// Calls that no pool of bytes outlasts.
const many = (call) => { for (let i = 0; i < 100_000; i++) call(); };

test('a random source that fails makes it fail, again and again', (t) => {
  const client = new IntervalUuid(ALL);
  client.next();
  const source = t.mock.method(globalThis.crypto, 'getRandomValues', () => { throw new Error('no entropy'); });
  assert.throws(() => many(() => client.next()), /^Error: no entropy$/);
  assert.throws(() => client.next(), /^Error: no entropy$/);
  assert.throws(() => client.at(new Date()), /^Error: no entropy$/);
  source.mock.restore();
  assert.notEqual(client.next(), client.next());
});

test('keys have the bytes of getRandomValues(), each byte once', (t) => {
  const drawn = [];
  let pool;
  const real = crypto.getRandomValues.bind(crypto);
  const client = new IntervalUuid({ interval: '1 ms', cycle: '1 ms' });
  t.mock.method(globalThis.crypto, 'getRandomValues', (bytes) => {
    pool = bytes;
    drawn.push(Buffer.from(real(bytes)).toString('hex'));
  });
  // First, those that are left from before.
  let keys = [];
  while (drawn.length === 0) keys = [client.next()];
  assert.deepEqual(pool.subarray(0, 16), new Uint8Array(16), 'those of a key are erased');
  assert.ok(pool.subarray(16).some((byte) => byte !== 0));
  while (keys.length < 10_000) keys.push(client.next());

  // Without the digits that say version and variant.
  const free = (hex) => `${hex.slice(0, 12)}${hex.slice(13, 16)}${hex.slice(17)}`;
  const known = new Set(drawn.flatMap((hex) => hex.match(/.{32}/g)).map(free));
  assert.ok(keys.every((key) => known.has(free(key.replaceAll('-', '')))));
  assert.equal(new Set(keys).size, keys.length);
});

test('random bytes are not kept across a second, forwards or back', () => {
  const client = new IntervalUuid(ALL);
  const draws = mock.method(globalThis.crypto, 'getRandomValues');
  mock.timers.enable({ apis: ['Date'], now: 1_000_000 });
  for (const [now, expected] of [[1_000_000, 1], [1_000_999, 1], [1_001_000, 2], [1_000_999, 3]]) {
    mock.timers.setTime(now);
    client.at(new Date(0));
    assert.equal(draws.mock.callCount(), expected);
  }
  mock.reset();
  mock.timers.reset();
});

test('workers have bytes of their own', async () => {
  const source = `
    import { parentPort, workerData } from 'node:worker_threads';
    const { IntervalUuid } = await import(workerData);
    const client = new IntervalUuid({ interval: '1 ms', cycle: '1 ms' });
    parentPort.postMessage(Array.from({ length: 10_000 }, () => client.next()));`;
  const keys = await Promise.all(Array.from({ length: 4 }, () => new Promise((resolve, reject) => {
    new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`),
      { workerData: import.meta.resolve('interval-uuid') }).once('message', resolve).once('error', reject);
  })));
  assert.equal(new Set(keys.flat()).size, 40_000);
});
