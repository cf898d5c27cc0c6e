import { type Kysely, sql } from 'kysely'

/** What became of the e-mails of an invoice, for its history. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- One row for each job that mailed an invoice: the mail server took it, or it failed for good.
create table invoice_mail (
  -- The id of the job, so that a repeated run writes nothing twice.
  id uuid not null,
  invoice_id uuid not null,
  recipient text not null,
  state text not null,
  -- address: it takes no mail; refused: by the mail server; server: none could be reached; other: not the mail's fault.
  reason text,
  at timestamptz not null default now(),
  constraint invoice_mail_pkey primary key (id),
  constraint invoice_mail_invoice_id_fkey foreign key (invoice_id) references invoice (id),
  constraint invoice_mail_state_check check (state in ('sent','failed')),
  constraint invoice_mail_reason_check check ((reason is not null) = (state = 'failed')
    and (state <> 'failed' or reason in ('address','refused','server','other')))
);
create index invoice_mail_invoice_id_idx on invoice_mail (invoice_id, at desc);
-- Few rows of many, for what is still to do.
create index invoice_mail_failed_idx on invoice_mail (invoice_id) where state = 'failed';
`)
    .execute(db)
}
