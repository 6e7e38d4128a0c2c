// Sequelize: a literal is the table's default; the client would generate DataTypes.UUIDV4 and the model's timestamps.
import assert from 'node:assert/strict';
import { DataTypes, Op, QueryTypes, Sequelize } from 'sequelize';
import { version } from './version.mjs';

const { PGHOST, PGPORT, PGUSER, PGDATABASE } = process.env;
const sequelize = new Sequelize(PGDATABASE, PGUSER, undefined, {
  dialect: 'postgres', host: PGHOST, port: PGPORT, logging: false,
});

// Sequelize sends a literal in each INSERT, which would override a later change of the table's default. So leave both
// columns out of all fields; RETURNING returns them.
function leaveToTheTable(_, options) {
  options.fields = options.fields.filter((field) => field !== 'id' && field !== 'createdAt');
}

const Order = sequelize.define('Order', {
  id: { type: DataTypes.UUID, primaryKey: true, defaultValue: sequelize.literal('uuid_time_nextval()') },
  item: { type: DataTypes.TEXT, allowNull: false },
  createdAt: { type: DataTypes.DATE, field: 'created_at', allowNull: false, defaultValue: sequelize.literal('now()') },
}, {
  tableName: 'sequelize_orders',
  timestamps: false,
  hooks: { beforeCreate: leaveToTheTable, beforeBulkCreate: leaveToTheTable },
});

async function insert() {
  const one = await Order.create({ item: 'a pen' });

  // One statement.
  const items = Array.from({ length: 1000 }, (_, i) => ({ item: `book ${i}` }));
  const many = await Order.bulkCreate(items);
  return [one, ...many].map((order) => order.id);
}

async function main() {
  await Order.sync();
  const [{ started }] = await sequelize.query('SELECT clock_timestamp() AS started', { type: QueryTypes.SELECT });
  const keys = await insert();

  const all = (await Order.findAll({ attributes: ['id'] })).map((order) => order.id);
  assert.equal(new Set(all).size, 1001);
  assert.deepEqual(all.sort(), [...keys].sort());

  const found = await Order.findByPk(keys[0]);
  assert.equal(found.item, 'a pen');

  const anHourAgo = sequelize.literal("now() - interval '1 hour'");
  const latest = await Order.count({
    where: {
      [Op.and]: sequelize.fn('uuid_interval_since', sequelize.col('id'), anHourAgo),
      createdAt: { [Op.gte]: anHourAgo },
    },
  });
  assert.equal(latest, 1001);

  // The server generated each key: its block is the one at the start of this run, or a later one.
  assert.equal(await Order.count({ where: sequelize.fn('uuid_interval_since', sequelize.col('id'), started) }), 1001);

  console.log(`${all.length} rows, the first one ${keys[0]}`);
  console.log(`Sequelize ${version('sequelize')} with node-postgres ${version('pg')}`);
}

await (process.argv[2] === 'insert' ? insert() : main());
await sequelize.close();
