import lib = require('interval-uuid');

const key: string = lib.intervalUuid(300_000, 38_016);
export = key;
