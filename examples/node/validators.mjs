// Which of the given UUIDs each validator accepts: one row of the table each.
import { IsUUID, validateSync } from 'class-validator';
import * as uuid from 'uuid';
import * as yup from 'yup';
import * as z from 'zod';
import { version } from './version.mjs';

// A decorator outside TypeScript.
function accepts(decorator) {
  class Order {}
  decorator(Order.prototype, 'id');
  return (id) => validateSync(Object.assign(new Order(), { id })).length === 0;
}

for (const [name, call, validate] of [
  ['zod', 'z.uuid()', (id) => z.uuid().safeParse(id).success],
  ['zod', 'z.uuidv4()', (id) => z.uuidv4().safeParse(id).success],
  ['zod', 'z.guid()', (id) => z.guid().safeParse(id).success],
  ['class-validator', 'IsUUID()', accepts(IsUUID())],
  ['class-validator', "IsUUID('4')", accepts(IsUUID('4'))],
  ['class-validator', "IsUUID('loose')", accepts(IsUUID('loose'))],
  ['uuid', 'validate()', uuid.validate],
  ['yup', 'string().uuid()', (id) => yup.string().uuid().isValidSync(id)],
]) {
  const answers = process.argv.slice(2).map((id) => (validate(id) ? 'yes' : 'no'));
  console.log(`| ${name === 'uuid' ? "npm's uuid" : name} ${version(name)} | \`${call}\` | ${answers.join(' | ')} |`);
}
