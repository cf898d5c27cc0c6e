import { type Kysely, sql } from 'kysely'

/** What a bank says came in and went out: statements, their lines, and the payments that lines became. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- Which column of a bank's own sheet is what, as somebody has said once.
create table bank_layout (
  id uuid not null,
  name text not null,
  -- without case and signs, in their order
  headings text not null,
  columns jsonb not null,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  constraint bank_layout_pkey primary key (id),
  constraint bank_layout_headings_key unique (headings),
  constraint bank_layout_name_check check (char_length(name) between 1 and 60)
);

create table bank_statement (
  id uuid not null,
  file_name text not null,
  format text not null,
  -- without one it is of the whole organisation
  branch_id uuid,
  -- whose file it is, as far as that is known
  bank text,
  account_end text,
  from_on date,
  until_on date,
  -- as the file says, if it does
  opening_sen bigint,
  closing_sen bigint,
  credit_sen bigint not null default 0,
  debit_sen bigint not null default 0,
  line_count integer not null default 0,
  -- rows of the file that are no movement
  skipped integer not null default 0,
  -- the first row at which the balance is not what the movement makes of it
  broken_row integer,
  -- rows of a sheet until somebody has said what its columns are
  rows jsonb,
  heading integer,
  columns jsonb,
  status text not null,
  error_code text,
  -- why it could not be taken back: lines that are in the way, or a refusal
  blocked integer[],
  undo_code text,
  finished_at timestamptz,
  undone_by uuid,
  undone_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  constraint bank_statement_pkey primary key (id),
  constraint bank_statement_branch_id_fkey foreign key (branch_id) references branch (id),
  constraint bank_statement_format_check check (format in ('csv','xlsx','mt940','camt053')),
  constraint bank_statement_status_check check
    (status in ('uploaded','matching','ready','failed','undoing','undone')),
  constraint bank_statement_rows_check check ((rows is not null) = (status = 'uploaded'))
);
create index bank_statement_created_at_idx on bank_statement (created_at desc);

create table bank_line (
  id uuid not null,
  statement_id uuid not null,
  -- as a person would count in the file
  number integer not null,
  booked_on date not null,
  side text not null,
  amount_sen bigint not null,
  balance_sen bigint,
  payer_name text,
  reference text,
  description text not null default '',
  -- what makes it this line, and which of several that are alike in one file
  fingerprint text not null,
  occurrence integer not null,
  -- the line of an earlier statement that it is
  repeats_id uuid,
  status text not null default 'new',
  -- what of it is in payments by now
  assigned_sen bigint not null default 0,
  -- it was certain, and nobody was asked
  by_itself boolean not null default false,
  -- whose money it most likely is, and what speaks for it
  parent_id uuid,
  evidence jsonb not null default '[]',
  reason text,
  decided_by uuid,
  decided_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  constraint bank_line_pkey primary key (id),
  constraint bank_line_statement_id_fkey foreign key (statement_id) references bank_statement (id) on delete cascade,
  constraint bank_line_repeats_id_fkey foreign key (repeats_id) references bank_line (id),
  constraint bank_line_parent_id_fkey foreign key (parent_id) references parent (id),
  constraint bank_line_side_check check (side in ('credit','debit')),
  constraint bank_line_amount_sen_check check (amount_sen > 0),
  constraint bank_line_status_check check
    (status in ('new','suggested','unmatched','matched','ignored','debit','repeated','undone')),
  constraint bank_line_debit_check check ((status = 'debit') = (side = 'debit' and status not in ('repeated','undone'))),
  constraint bank_line_repeated_check check ((repeats_id is not null) = (status = 'repeated')),
  constraint bank_line_reason_check check ((reason is not null) = (status = 'ignored')),
  -- a sen of it is in a payment, is said to be no fee, or waits: never two of these
  constraint bank_line_assigned_check check (assigned_sen between 0 and amount_sen
    and (status = 'matched') = (assigned_sen = amount_sen)
    and (assigned_sen = 0 or status in ('matched','suggested','unmatched','ignored')))
);
create index bank_line_statement_id_idx on bank_line (statement_id, number);
create index bank_line_status_idx on bank_line (statement_id, status, number);
create index bank_line_repeats_id_idx on bank_line (repeats_id) where repeats_id is not null;
-- one line of a bank is here once, whatever files say it again
create unique index bank_line_fingerprint_key on bank_line (fingerprint, occurrence)
  where status not in ('repeated','undone');

create table bank_line_payment (
  payment_id uuid not null,
  line_id uuid not null,
  amount_sen bigint not null,
  created_at timestamptz not null default now(),
  -- the payment was cancelled; what it took waits again
  released_at timestamptz,
  constraint bank_line_payment_pkey primary key (payment_id),
  constraint bank_line_payment_payment_id_fkey foreign key (payment_id) references payment (id),
  constraint bank_line_payment_line_id_fkey foreign key (line_id) references bank_line (id),
  constraint bank_line_payment_amount_sen_check check (amount_sen > 0)
);
create index bank_line_payment_line_id_idx on bank_line_payment (line_id);
create index payment_reference_no_idx on payment (lower(reference_no)) where reference_no is not null;
`)
    .execute(db)
}
