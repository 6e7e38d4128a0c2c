// Which of the given UUIDs each validator accepts: one row of the table each.
import { type } from 'arktype';
import { IsUUID, validateSync } from 'class-validator';
import Joi from 'joi';
import * as uuid from 'uuid';
import * as v from 'valibot';
import validator from 'validator';
import * as yup from 'yup';
import * as z from 'zod';
import { version } from './example.mjs';

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
  ['arktype', 'string.uuid', (id) => !(type('string.uuid')(id) instanceof type.errors)],
  ['validator', 'isUUID()', (id) => validator.isUUID(id)],
  ['validator', "isUUID(id, 'loose')", (id) => validator.isUUID(id, 'loose')],
  ['valibot', 'uuid()', (id) => v.safeParse(v.pipe(v.string(), v.uuid()), id).success],
  ['joi', 'string().guid()', (id) => Joi.string().guid().validate(id).error === undefined],
]) {
  const answers = process.argv.slice(2).map((id) => (validate(id) ? 'yes' : 'no'));
  console.log(`| ${name === 'uuid' ? "npm's uuid" : name} ${version(name)} | \`${call}\` | ${answers.join(' | ')} |`);
}
