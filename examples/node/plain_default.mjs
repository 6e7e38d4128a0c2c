// README's default that needs nothing installed, as information_schema.columns shows it (\d leaves out parentheses):
// MikroORM compares the texts.
export const plainDefault =
  "(encode((substr(int8send((((floor(date_part('epoch'::text, clock_timestamp())))::bigint / 300) % '38016'::bigint)), "
  + "7) || substr(uuid_send(gen_random_uuid()), 3)), 'hex'::text))::uuid";
