import { type Kysely, sql } from 'kysely'

/** Reports that people saved by name, and those that are mailed to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table saved_report (
  id uuid not null,
  -- The name of its list: report/payment/paymentList.
  report text not null,
  name text not null,
  -- Its filters, order and grouping, as an address has them; without those of the period where that is worked out anew.
  query text not null default '',
  -- last_month and the like: worked out whenever it is opened or sent. Null: the days that the query names.
  period text,
  is_shared boolean not null default false,
  -- On which day of a month it is mailed, and from which month on; null: it is not.
  mail_day integer,
  mail_from date,
  owner_id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid,
  constraint saved_report_pkey primary key (id),
  constraint saved_report_owner_id_fkey foreign key (owner_id) references user_account (id),
  constraint saved_report_name_check check (char_length(name) between 1 and 80),
  constraint saved_report_query_check check (char_length(query) <= 2000),
  constraint saved_report_mail_day_check check (mail_day between 1 and 28),
  constraint saved_report_mail_from_check check ((mail_day is null) = (mail_from is null))
);
create index saved_report_report_idx on saved_report (report);
create index saved_report_owner_id_idx on saved_report (owner_id);
create index saved_report_mail_day_idx on saved_report (mail_day) where mail_day is not null;

-- To whom it is mailed.
create table saved_report_recipient (
  saved_report_id uuid not null,
  user_id uuid not null,
  constraint saved_report_recipient_pkey primary key (saved_report_id, user_id),
  constraint saved_report_recipient_saved_report_id_fkey
    foreign key (saved_report_id) references saved_report (id) on delete cascade,
  constraint saved_report_recipient_user_id_fkey foreign key (user_id) references user_account (id) on delete cascade
);
create index saved_report_recipient_user_id_idx on saved_report_recipient (user_id);

-- One mail to one person for one month, written with the job that sends it: so there is never a second.
create table saved_report_mail (
  saved_report_id uuid not null,
  user_id uuid not null,
  month date not null,
  -- no_right: they may not open the report any more, so nothing was sent.
  outcome text not null default 'queued',
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  constraint saved_report_mail_pkey primary key (saved_report_id, user_id, month),
  constraint saved_report_mail_saved_report_id_fkey
    foreign key (saved_report_id) references saved_report (id) on delete cascade,
  constraint saved_report_mail_user_id_fkey foreign key (user_id) references user_account (id) on delete cascade,
  constraint saved_report_mail_outcome_check check (outcome in ('queued','sent','no_right','no_address','failed'))
);
create index saved_report_mail_user_id_idx on saved_report_mail (user_id);
`)
    .execute(db)
}
