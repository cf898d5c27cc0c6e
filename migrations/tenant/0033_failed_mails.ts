import { type Kysely, sql } from 'kysely'

/** Mails to families and colleagues that failed for good, until somebody has seen to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table failed_mail (
  -- The id of the job, so that a repeated run writes nothing twice.
  id uuid not null,
  -- The job that sends it again, with the same payload.
  job text not null,
  payload jsonb not null,
  recipient text not null,
  -- As in invoice_mail.
  reason text not null,
  -- Whose it was; neither for somebody who is not on file.
  parent_id uuid,
  user_id uuid,
  -- A number or a name.
  about text not null,
  failed_at timestamptz not null default now(),
  resolution text,
  resolved_at timestamptz,
  resolved_by uuid,
  constraint failed_mail_pkey primary key (id),
  constraint failed_mail_parent_id_fkey foreign key (parent_id) references parent (id),
  constraint failed_mail_user_id_fkey foreign key (user_id) references user_account (id),
  constraint failed_mail_resolved_by_fkey foreign key (resolved_by) references user_account (id),
  constraint failed_mail_reason_check check (reason in ('address','refused','server','other')),
  constraint failed_mail_resolution_check check (resolution in ('sent_again','dismissed')
    and resolved_at is not null or num_nonnulls(resolution, resolved_at, resolved_by) = 0)
);
create index failed_mail_open_idx on failed_mail (failed_at desc) where resolved_at is null;
create index failed_mail_parent_id_idx on failed_mail (parent_id);
create index failed_mail_user_id_idx on failed_mail (user_id);
`)
    .execute(db)
}
