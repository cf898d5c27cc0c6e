import { type Kysely, sql } from 'kysely'

/** The public halves of the keys that papers were ever signed with, so that an old one can be checked for good. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table platform.signing_key (
  id text not null,
  -- Ed25519, as RFC 8032 has it
  public_key bytea not null,
  created_at timestamptz not null default now(),
  constraint signing_key_pkey primary key (id),
  constraint signing_key_public_key_check check (octet_length(public_key) = 32)
);
grant select on platform.signing_key to lunas_platform, lunas_tenant;
`)
    .execute(db)
}
