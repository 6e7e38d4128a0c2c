// What Jest and all else does that still uses CommonJS.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { IntervalUuid } = require('interval-uuid');

test('require() gives the class', () => {
  const keys = new IntervalUuid({ interval: '1 min', cycle: '45 days 12:16:00' });
  assert.match(keys.next(), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.match(keys.at(new Date(60_000 * 0x1234)), /^1234/);
});
