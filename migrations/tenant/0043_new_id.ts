import { type Kysely, sql } from 'kysely'

/** For servers before Postgres 18, which has no `uuidv7()`: 48 bits of milliseconds, version and variant, the rest by chance (RFC 9562, 5.7). */
export const idByHand = `
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
    52, 1), 53, 1), 'hex')::uuid`

/** Ids as the product makes them, made where many rows are: `new_id()` stands in each organisation's schema. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::int as version`.execute(db)
  const body = rows[0]!.version >= 180000 ? 'select uuidv7()' : idByHand
  await sql
    .raw(`create function new_id() returns uuid language sql volatile parallel safe as $$ ${body} $$`)
    .execute(db)
}
