import { type Kysely, sql } from 'kysely'

/** How each session began, what it is narrowed to, and through which channel a person likes to be told things. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table session
  add column method text not null default 'email',
  add column profile text,
  add constraint session_method_check check (method in ('email','phone','reset','invitation','organisation','api')),
  add constraint session_profile_check check (profile in ('staff','trainer','parent'));

alter table user_account
  add column preferred_channel text not null default 'whatsapp',
  add constraint user_account_preferred_channel_check check (preferred_channel in ('whatsapp','email','sms','inapp'));

alter table parent
  add column preferred_channel text not null default 'whatsapp',
  add constraint parent_preferred_channel_check check (preferred_channel in ('whatsapp','email','sms','inapp'));
`)
    .execute(db)
}
