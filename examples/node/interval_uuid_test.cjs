// What Jest and all else does that still uses CommonJS.
const assert = require('node:assert/strict');
const { intervalUuid, intervalUuidAt } = require('interval-uuid');

assert.match(intervalUuid(), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
assert.match(intervalUuidAt(new Date(60_000 * 0x1234)), /^1234/);
