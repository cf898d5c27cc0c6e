import { type Kysely, sql } from 'kysely'

/** Archives of a year and of a family, and what was exported to accounting software. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- A ZIP that a job makes: of the organisation's year, or of all that a family may see of itself.
create table archive (
  id uuid not null,
  kind text not null,
  -- Of the year.
  starts_on date,
  ends_on date,
  -- Of the family, and whether the office asked for it.
  parent_id uuid,
  for_office boolean not null default false,
  -- With statements and receipts as PDF.
  papers boolean not null default true,
  locale text not null,
  status text not null default 'queued',
  rows_done integer,
  rows_total integer,
  error_code text,
  file_name text,
  storage_key text,
  size_bytes bigint,
  sha256 bytea,
  -- What its sheet of equations says: how many of them there are, and how many differ.
  equations integer,
  differences integer,
  created_at timestamptz not null default now(),
  created_by uuid not null,
  ready_at timestamptz,
  expires_at timestamptz,
  constraint archive_pkey primary key (id),
  constraint archive_parent_id_fkey foreign key (parent_id) references parent (id),
  constraint archive_created_by_fkey foreign key (created_by) references user_account (id),
  constraint archive_kind_check check (kind in ('year','family')),
  constraint archive_status_check check (status in ('queued','ready','failed','expired')),
  constraint archive_about_check check (case kind
    when 'year' then parent_id is null and starts_on <= ends_on
    else parent_id is not null and starts_on is null and ends_on is null end),
  constraint archive_ready_check check ((status in ('ready','expired')) = (storage_key is not null)),
  constraint archive_rows_check check ((rows_done is null) = (rows_total is null) and rows_done >= 0)
);
-- One at a time: of the organisation, and of each account for each family.
create unique index archive_year_key on archive ((true)) where kind = 'year' and status = 'queued';
create unique index archive_family_key on archive (parent_id, created_by) where kind = 'family' and status = 'queued';
create index archive_created_by_idx on archive (created_by);

-- The code that an account has in the organisation's accounting software.
create table accounting_account (
  -- What is booked there: debtor, bank:cash, income:<fee category> and so on, see app/domain/reporting/archives.
  key text not null,
  code text not null,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  constraint accounting_account_pkey primary key (key),
  constraint accounting_account_code_check check (code ~ '^[A-Za-z0-9][A-Za-z0-9./-]{0,19}$')
);

-- The first export of a closed month, or what has changed when it was opened and closed again.
create table accounting_export (
  id uuid not null,
  month date not null,
  position integer not null,
  closing_id uuid not null,
  entries integer not null,
  lines integer not null,
  debit_sen bigint not null,
  credit_sen bigint not null,
  -- What reached banks and the drawer by collections, as in the month's closing.
  net_sen bigint not null,
  created_at timestamptz not null default now(),
  created_by uuid not null,
  constraint accounting_export_pkey primary key (id),
  constraint accounting_export_month_key unique (month, position),
  constraint accounting_export_closing_id_key unique (closing_id),
  constraint accounting_export_closing_id_fkey foreign key (closing_id) references month_closing (id),
  constraint accounting_export_created_by_fkey foreign key (created_by) references user_account (id),
  constraint accounting_export_balance_check check (debit_sen = credit_sen),
  constraint accounting_export_position_check check (position between 1 and 26)
);

-- Its lines, which make the same file each time. Amounts in sen: debits are positive, credits negative.
create table accounting_posting (
  export_id uuid not null,
  position integer not null,
  -- Lines of one entry have the same number; an entry balances.
  entry integer not null,
  kind text not null,
  about_id text not null,
  posted_on date not null,
  reference text,
  party text,
  -- Which of the entry's lines: as it is, or the reversal of what an earlier export said.
  reverses boolean not null default false,
  key text not null,
  code text not null,
  sen bigint not null,
  constraint accounting_posting_pkey primary key (export_id, position),
  constraint accounting_posting_export_id_fkey foreign key (export_id) references accounting_export (id),
  constraint accounting_posting_sen_check check (sen <> 0)
);

create function keep_accounting_export() returns trigger language plpgsql set search_path from current as $$
begin
  raise exception using errcode = 'insufficient_privilege', message = 'what was exported is never changed';
end $$;
create trigger accounting_export_kept before update or delete on accounting_export
  for each row execute function keep_accounting_export();
create trigger accounting_posting_kept before update or delete on accounting_posting
  for each row execute function keep_accounting_export();
`)
    .execute(db)
}
