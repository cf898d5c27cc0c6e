import { type Kysely, sql } from 'kysely'

/** Mails by which an organisation tries its own mail server: the code in it proves that it arrives. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table mail_test (
  id uuid not null,
  sent_to text not null,
  code_mac bytea not null,
  -- Version of the settings that were tried; a code of older ones proves nothing.
  entity_version integer not null,
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint mail_test_pkey primary key (id)
);
create index mail_test_created_at_idx on mail_test (created_at desc);
`)
    .execute(db)
}
