import lib = require('interval-uuid');

const keys: lib.IntervalUuid = new lib.IntervalUuid({ interval: '5 min', cycle: '60 days' });
const id: string = keys.next();
export = id;
