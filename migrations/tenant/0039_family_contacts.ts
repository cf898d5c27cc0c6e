import { type Kysely, sql } from 'kysely'

/** What was said between the office and a family about what it owes: what it promised, and what comes next. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- Whose family: the parent who pays. What was written stays; what is otherwise by now is another row.
create table family_contact (
  id uuid not null,
  parent_id uuid not null,
  -- the day on which they spoke, which may lie before it was written down
  contacted_on date not null,
  channel text not null,
  said text not null,
  promised_sen bigint,
  -- the last day on which it is paid in time
  promised_on date,
  -- stands until the next contact is written down
  next_step text,
  next_on date,
  next_by uuid,
  created_at timestamptz not null default now(),
  created_by uuid not null,
  constraint family_contact_pkey primary key (id),
  constraint family_contact_parent_id_fkey foreign key (parent_id) references parent (id),
  constraint family_contact_next_by_fkey foreign key (next_by) references user_account (id),
  constraint family_contact_created_by_fkey foreign key (created_by) references user_account (id),
  constraint family_contact_channel_check check (channel in ('phone','whatsapp','letter','met','email')),
  constraint family_contact_said_check check (char_length(said) between 1 and 1000),
  constraint family_contact_promise_check check ((promised_sen is null) = (promised_on is null)
    and promised_sen > 0 and promised_on >= contacted_on),
  constraint family_contact_next_check check ((next_step is null) = (next_on is null)
    and (next_step is null) = (next_by is null) and char_length(next_step) between 1 and 200)
);
create index family_contact_parent_id_idx on family_contact (parent_id, contacted_on desc, created_at desc, id desc);
`)
    .execute(db)
}
