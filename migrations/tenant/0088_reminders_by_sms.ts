import { type Kysely, sql } from 'kysely'

/** Reminders by SMS, for families without an e-mail address where the organisation wants it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table reminder
  -- since when a gateway may have it; each SMS costs money, so nobody sends it again after that
  add column texted_at timestamptz,
  drop constraint reminder_sent_check,
  add constraint reminder_sent_check check ((sent_at is not null) = (state = 'sent')
    and (state <> 'sent' or channel in ('email','sms','in_app')));
`)
    .execute(db)
}
