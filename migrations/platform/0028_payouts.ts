import { type Kysely, sql } from 'kysely'

/**
 * What the platform owes an organisation of its settled collections and pays out: lines of the ledger that name a payout
 * belong to it and to no other. An organisation reads its own; it changes nothing of them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table platform.entity
  add column payout_frequency text not null default 'weekly',
  -- A weekday from Monday (1) on, or a day of the month.
  add column payout_day integer not null default 3,
  add constraint entity_payout_frequency_check check (payout_frequency in ('weekly','monthly')),
  add constraint entity_payout_day_check check (payout_day between 1 and case payout_frequency when 'weekly' then 5 else 28 end);

-- A file for a bank, made of the payouts that name it. It is not kept: the same rows and layout make the same bytes.
create table platform.payout_export (
  id uuid not null,
  layout_key text not null,
  layout jsonb not null,
  payouts integer not null,
  net_sen bigint not null,
  sha256 bytea not null,
  exported_by uuid,
  exporter text not null,
  exported_at timestamptz not null default now(),
  constraint payout_export_pkey primary key (id),
  constraint payout_export_payouts_check check (payouts > 0)
);
create index payout_export_exported_at_idx on platform.payout_export (exported_at desc);

create table platform.payout (
  id uuid not null,
  number text not null,
  entity_id uuid not null,
  -- The first and the last day on which the money of its lines came in.
  period_start date not null,
  period_end date not null,
  payout_on date not null,
  lines integer not null default 0,
  -- Of lines by which money came in: all that payers paid, and the fees that the platform keeps of it.
  gross_sen bigint not null default 0,
  fees_sen bigint not null default 0,
  -- What lines by which money went out again take of it, without their fees.
  reversals_sen bigint not null default 0,
  adjustments_sen bigint not null default 0,
  net_sen bigint not null,
  -- The bank account as it was when the payout was prepared.
  account_name text,
  account_number_sealed text,
  account_ending text,
  bank_name text,
  bank_code text,
  status text not null default 'draft',
  hold_reason text,
  hold_note text,
  bank_reference text,
  paid_on date,
  fail_reason text,
  cancel_reason text,
  export_id uuid,
  -- Null: the product itself, by its schedule.
  prepared_by uuid,
  preparer text,
  prepared_at timestamptz not null default now(),
  released_by uuid,
  releaser text,
  approved_by uuid,
  approver text,
  approved_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint payout_pkey primary key (id),
  constraint payout_number_key unique (number),
  constraint payout_entity_id_fkey foreign key (entity_id) references platform.entity (id),
  constraint payout_export_id_fkey foreign key (export_id) references platform.payout_export (id),
  constraint payout_status_check check (status in ('draft','on_hold','approved','processing','paid','failed','cancelled')),
  constraint payout_period_check check (period_start <= period_end),
  constraint payout_net_sen_check check (net_sen = gross_sen - fees_sen - reversals_sen + adjustments_sen and net_sen > 0),
  constraint payout_hold_check check ((status = 'on_hold') = (hold_reason is not null)),
  constraint payout_hold_reason_check check (hold_reason in ('first','bank_changed','bank_unverified','closed','person')),
  constraint payout_hold_note_check check (hold_reason <> 'person' or char_length(hold_note) between 10 and 300),
  constraint payout_approved_check check (
    (approved_by is not null) = (status in ('approved','processing','paid','failed'))),
  constraint payout_two_people_check check (
    approved_by is null or (approved_by is distinct from prepared_by and approved_by is distinct from released_by)),
  constraint payout_account_check check (
    status not in ('approved','processing','paid') or num_nulls(account_name, account_number_sealed, bank_name) = 0),
  constraint payout_export_check check ((export_id is not null) = (status in ('processing','paid','failed'))),
  constraint payout_paid_check check (num_nonnulls(bank_reference, paid_on) = case status when 'paid' then 2 else 0 end),
  constraint payout_failed_check check ((status = 'failed') = (fail_reason is not null)),
  constraint payout_cancelled_check check ((status = 'cancelled') = (cancel_reason is not null))
);
create index payout_entity_id_idx on platform.payout (entity_id, payout_on desc);
create index payout_status_idx on platform.payout (status, payout_on desc);
create index payout_export_id_idx on platform.payout (export_id);

-- What a payout is more or less than its lines, such as a charge that a bank took back after it was paid out.
create table platform.payout_adjustment (
  id uuid not null,
  entity_id uuid not null,
  kind text not null,
  sen bigint not null,
  reason text not null,
  -- The payment that it is about, as the ledger calls it.
  reference text,
  status text not null default 'requested',
  requested_by uuid not null,
  requester text not null,
  requested_at timestamptz not null default now(),
  decided_by uuid,
  decider text,
  decided_at timestamptz,
  decision_reason text,
  payout_id uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint payout_adjustment_pkey primary key (id),
  constraint payout_adjustment_entity_id_fkey foreign key (entity_id) references platform.entity (id),
  constraint payout_adjustment_payout_id_fkey foreign key (payout_id) references platform.payout (id),
  constraint payout_adjustment_kind_check check (kind in ('chargeback','correction')),
  constraint payout_adjustment_sen_check check (sen <> 0 and (kind <> 'chargeback' or sen < 0)),
  constraint payout_adjustment_reason_check check (char_length(reason) between 10 and 300),
  constraint payout_adjustment_status_check check (status in ('requested','approved','rejected')),
  constraint payout_adjustment_decided_check check ((decided_at is null) = (status = 'requested')),
  constraint payout_adjustment_four_eyes_check check (status <> 'approved' or decided_by <> requested_by),
  constraint payout_adjustment_payout_check check (payout_id is null or status = 'approved')
);
create index payout_adjustment_entity_id_idx on platform.payout_adjustment (entity_id, requested_at desc);
create index payout_adjustment_payout_id_idx on platform.payout_adjustment (payout_id);

-- That an organisation had its turn on a payout day, and what came of it; nobody gets two of one day.
create table platform.payout_turn (
  entity_id uuid not null,
  due_on date not null,
  -- What was there to pay out: less than the least that is paid, or than nothing, is carried forward.
  net_sen bigint not null,
  payout_id uuid,
  created_at timestamptz not null default now(),
  constraint payout_turn_pkey primary key (entity_id, due_on),
  constraint payout_turn_entity_id_fkey foreign key (entity_id) references platform.entity (id),
  constraint payout_turn_payout_id_fkey foreign key (payout_id) references platform.payout (id)
);

alter table platform.ledger add constraint ledger_payout_id_fkey foreign key (payout_id) references platform.payout (id);
create index ledger_payout_id_idx on platform.ledger (payout_id) where payout_id is not null;
-- What waits to be paid out.
create index ledger_unpaid_idx on platform.ledger (entity_id) where method = 'fpx' and payout_id is null;

alter table platform.number_series
  drop constraint number_series_kind_check,
  add constraint number_series_kind_check check (kind in ('invoice','registration','payout'));

grant select, insert, update on platform.payout, platform.payout_adjustment, platform.payout_export to lunas_platform;
grant select, insert on platform.payout_turn to lunas_platform;
-- Neither the whole account number nor who works for the operator is an organisation's to read.
grant select (id, number, entity_id, period_start, period_end, payout_on, lines, gross_sen, fees_sen, reversals_sen,
  adjustments_sen, net_sen, account_name, account_ending, bank_name, bank_code, status, hold_reason, bank_reference, paid_on,
  fail_reason, version, created_at, updated_at) on platform.payout to lunas_tenant;
grant select (id, entity_id, kind, sen, reason, reference, status, payout_id, decided_at)
  on platform.payout_adjustment to lunas_tenant;

alter table platform.payout enable row level security;
create policy payout_platform on platform.payout to lunas_platform using (true) with check (true);
create policy payout_tenant on platform.payout for select to lunas_tenant
  using (entity_id = (select platform.current_entity()));
alter table platform.payout_adjustment enable row level security;
create policy payout_adjustment_platform on platform.payout_adjustment to lunas_platform using (true) with check (true);
create policy payout_adjustment_tenant on platform.payout_adjustment for select to lunas_tenant
  using (entity_id = (select platform.current_entity()) and status = 'approved');
alter table platform.payout_export enable row level security;
create policy payout_export_platform on platform.payout_export to lunas_platform using (true) with check (true);
alter table platform.payout_turn enable row level security;
create policy payout_turn_platform on platform.payout_turn to lunas_platform using (true) with check (true);
`)
    .execute(db)
}
