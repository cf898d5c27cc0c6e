import { type Kysely, sql } from 'kysely'

/** What an organisation sets up for itself: how its mail server fares, and its pictures. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table platform.entity
  -- Since when the password of the mail server is kept.
  add column smtp_password_at timestamptz,
  -- Why the last mail did not go out by it, and when it was last tried.
  add column smtp_failure text,
  add column smtp_tried_at timestamptz,
  -- Mails in a row that it would not take, though nothing was wrong with them.
  add column smtp_hard_errors integer not null default 0,
  add constraint entity_smtp_failure_check check (smtp_failure in ('invalid','refused','deferred','credentials','tls',
    'certificate','unreachable','slow','nonsense','not_public','port','code')),
  add constraint entity_smtp_hard_errors_check check (smtp_hard_errors >= 0);
grant update (smtp_password_at, smtp_failure, smtp_tried_at, smtp_hard_errors, logo_file, header_banner_file,
  background_file) on platform.entity to lunas_tenant;
`)
    .execute(db)
}
