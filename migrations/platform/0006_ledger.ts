import { type Kysely, sql } from 'kysely'
import { operatorRows, ownRows } from './row-security.ts'

/** Money over all organisations: the ledger, payouts, what the platform earns, and the nightly reconciliation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- A file for a bank, built from the payouts that reference it. The file itself is not stored: the same rows and
-- layout give the same bytes.
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
${operatorRows('payout_export')}
grant select, insert, update on platform.payout_export to lunas_platform;

-- Settled collections that are paid out to an organisation.
create table platform.payout (
  id uuid not null,
  number text not null,
  entity_id uuid not null,
  -- The first and the last day on which the money of its lines was received.
  period_start date not null,
  period_end date not null,
  payout_on date not null,
  lines integer not null default 0,
  -- Of lines by which money came in: what payers paid, and the fees that the platform keeps of it.
  gross_sen bigint not null default 0,
  fees_sen bigint not null default 0,
  -- Of lines by which money went out again: what they take of it, without their fees.
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
  -- Null: prepared by the schedule.
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
  constraint payout_status_check
    check (status in ('draft','on_hold','approved','processing','paid','failed','cancelled')),
  constraint payout_period_check check (period_start <= period_end),
  constraint payout_net_sen_check
    check (net_sen = gross_sen - fees_sen - reversals_sen + adjustments_sen and net_sen > 0),
  constraint payout_hold_check check ((status = 'on_hold') = (hold_reason is not null)),
  constraint payout_hold_reason_check
    check (hold_reason in ('first','bank_changed','bank_unverified','closed','person')),
  constraint payout_hold_note_check check (hold_reason <> 'person' or char_length(hold_note) between 10 and 300),
  constraint payout_approved_check check (
    (approved_by is not null) = (status in ('approved','processing','paid','failed'))),
  constraint payout_two_people_check check (
    approved_by is null or (approved_by is distinct from prepared_by and approved_by is distinct from released_by)),
  constraint payout_account_check check (
    status not in ('approved','processing','paid') or num_nulls(account_name, account_number_sealed, bank_name) = 0),
  constraint payout_export_check check ((export_id is not null) = (status in ('processing','paid','failed'))),
  constraint payout_paid_check
    check (num_nonnulls(bank_reference, paid_on) = case status when 'paid' then 2 else 0 end),
  constraint payout_failed_check check ((status = 'failed') = (fail_reason is not null)),
  constraint payout_cancelled_check check ((status = 'cancelled') = (cancel_reason is not null))
);
create index payout_entity_id_idx on platform.payout (entity_id, payout_on desc);
create index payout_status_idx on platform.payout (status, payout_on desc);
create index payout_export_id_idx on platform.payout (export_id);
${operatorRows('payout')}
create policy payout_tenant on platform.payout for select to lunas_tenant
  using (entity_id = (select platform.current_entity()));
grant select, insert, update on platform.payout to lunas_platform;
-- An organisation sees neither the whole account number nor who works for the operator.
grant select (id, number, entity_id, period_start, period_end, payout_on, lines, gross_sen, fees_sen, reversals_sen,
  adjustments_sen, net_sen, account_name, account_ending, bank_name, bank_code, status, hold_reason, bank_reference,
  paid_on, fail_reason, version, created_at, updated_at) on platform.payout to lunas_tenant;

-- An amount added to or taken from a payout, such as a chargeback after the payment was paid out.
create table platform.payout_adjustment (
  id uuid not null,
  entity_id uuid not null,
  kind text not null,
  sen bigint not null,
  reason text not null,
  -- The payment it is about, by the reference in the ledger.
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
  constraint payout_adjustment_status_check check (status in ('requested','approved','rejected','withdrawn')),
  constraint payout_adjustment_decided_check check ((decided_at is null) = (status in ('requested','withdrawn'))),
  constraint payout_adjustment_four_eyes_check check (status <> 'approved' or decided_by <> requested_by),
  constraint payout_adjustment_payout_check check (payout_id is null or status = 'approved')
);
create index payout_adjustment_entity_id_idx on platform.payout_adjustment (entity_id, requested_at desc);
create index payout_adjustment_payout_id_idx on platform.payout_adjustment (payout_id);
${operatorRows('payout_adjustment')}
create policy payout_adjustment_tenant on platform.payout_adjustment for select to lunas_tenant
  using (entity_id = (select platform.current_entity()) and status = 'approved');
grant select, insert, update on platform.payout_adjustment to lunas_platform;
grant select (id, entity_id, kind, sen, reason, reference, status, payout_id,
  decided_at) on platform.payout_adjustment to lunas_tenant;

-- One row for each organisation and payout day that was processed, so that no organisation is paid out twice for one
-- day.
create table platform.payout_turn (
  entity_id uuid not null,
  due_on date not null,
  -- What was there to pay out; less than the minimum, or a negative amount, is carried forward.
  net_sen bigint not null,
  payout_id uuid,
  created_at timestamptz not null default now(),
  constraint payout_turn_pkey primary key (entity_id, due_on),
  constraint payout_turn_entity_id_fkey foreign key (entity_id) references platform.entity (id),
  constraint payout_turn_payout_id_fkey foreign key (payout_id) references platform.payout (id)
);
${operatorRows('payout_turn')}
grant select, insert on platform.payout_turn to lunas_platform;

-- An organisation asks for another payout day and operators decide; one request is open at a time.
create table platform.payout_day_request (
  id uuid not null,
  entity_id uuid not null default platform.current_entity(),
  payout_frequency text not null,
  payout_day integer not null,
  status text not null default 'pending',
  asked_by uuid,
  asker text not null,
  asked_at timestamptz not null default now(),
  decided_by uuid,
  decider text,
  decided_at timestamptz,
  decision_reason text,
  version integer not null default 1,
  constraint payout_day_request_pkey primary key (id),
  constraint payout_day_request_entity_id_fkey foreign key (entity_id)
    references platform.entity (id) on delete cascade,
  constraint payout_day_request_day_check check (
    (payout_frequency = 'weekly' and payout_day between 1 and 5)
    or (payout_frequency = 'monthly' and payout_day between 1 and 28)),
  constraint payout_day_request_status_check check (status in ('pending','confirmed','refused','withdrawn')),
  constraint payout_day_request_decided_check check ((status in ('confirmed','refused')) = (decided_at is not null)),
  constraint payout_day_request_refused_check
    check (status <> 'refused' or char_length(decision_reason) between 10 and 300)
);
create index payout_day_request_entity_id_idx on platform.payout_day_request (entity_id, id desc);
create unique index payout_day_request_open_key on platform.payout_day_request (entity_id) where status = 'pending';
${operatorRows('payout_day_request')}
create policy payout_day_request_tenant_read on platform.payout_day_request for select to lunas_tenant
  using (entity_id = (select platform.current_entity()));
create policy payout_day_request_tenant_ask on platform.payout_day_request for insert to lunas_tenant
  with check (entity_id = (select platform.current_entity()) and status = 'pending');
create policy payout_day_request_tenant_withdraw on platform.payout_day_request for update to lunas_tenant
  using (entity_id = (select platform.current_entity()) and status = 'pending')
  with check (entity_id = (select platform.current_entity()) and status in ('pending','withdrawn'));
grant select, insert, update, delete on platform.payout_day_request to lunas_platform;
-- An organisation may withdraw its request, and change nothing else.
grant select, insert, update (status, version) on platform.payout_day_request to lunas_tenant;

-- Money received through all organisations: one row for each row of an organisation's collection table, written in
-- the same transaction.
create table platform.ledger (
  id uuid not null,
  entity_id uuid not null default platform.current_entity(),
  collection_id uuid not null,
  collected_on date not null,
  source text not null,
  method text not null,
  -- As whom the payer paid through FPX, on which the bank's charge depends.
  model text,
  reference text not null,
  gateway_transaction_id text,
  gross_sen bigint not null,
  payer_fee_sen bigint not null default 0,
  tenant_fee_sen bigint not null default 0,
  net_sen bigint not null,
  -- A payment by CHIP goes to the organisation's own account, so nothing can be withheld: its fee is billed monthly.
  chip_fee_sen bigint not null default 0,
  chip_fee_invoice_id uuid,
  settles_on date,
  payout_id uuid,
  status text not null default 'collected',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint ledger_pkey primary key (id),
  constraint ledger_entity_id_collection_id_key unique (entity_id, collection_id),
  constraint ledger_entity_id_fkey foreign key (entity_id) references platform.entity (id),
  constraint ledger_payout_id_fkey foreign key (payout_id) references platform.payout (id),
  constraint ledger_chip_fee_invoice_id_fkey foreign key (chip_fee_invoice_id)
    references platform.platform_invoice (id),
  constraint ledger_source_check
    check (source in ('invoice','infaq','zakat','credit_topup','subscription','rounding')),
  constraint ledger_method_check
    check (method in ('fpx','chip','cash','bank_transfer','cheque','card_terminal','duitnow_qr')),
  constraint ledger_status_check
    check (status in ('collected','settled','paid_out','reversed','refunded','rounded')),
  constraint ledger_net_sen_check check (net_sen = gross_sen - payer_fee_sen - tenant_fee_sen),
  constraint ledger_gross_sen_check check (case when source = 'rounding'
    then gross_sen <> 0 and gross_sen between -2 and 2 and status in ('rounded','reversed')
    else status <> 'rounded' and
      ((gross_sen > 0 and status <> 'refunded') or (gross_sen < 0 and status in ('reversed','refunded'))) end),
  constraint ledger_model_check check (model in ('B2C','B2B1')),
  constraint ledger_chip_fee_sen_check check (chip_fee_sen >= 0 and (chip_fee_sen = 0 or method = 'chip'))
);
create index ledger_collected_on_idx on platform.ledger (collected_on desc, id desc);
create index ledger_entity_id_collected_on_idx on platform.ledger (entity_id, collected_on desc, id desc);
create index ledger_payout_id_idx on platform.ledger (payout_id) where payout_id is not null;
-- What is still to be paid out.
create index ledger_unpaid_idx on platform.ledger (entity_id) where method = 'fpx' and payout_id is null;
create index ledger_entity_id_reference_idx on platform.ledger (entity_id, reference);
create index ledger_gateway_transaction_id_idx on platform.ledger (gateway_transaction_id);
create index ledger_chip_fee_idx on platform.ledger (entity_id, collected_on)
  where chip_fee_sen > 0 and chip_fee_invoice_id is null;
create index ledger_chip_fee_invoice_id_idx on platform.ledger (chip_fee_invoice_id)
  where chip_fee_invoice_id is not null;
${ownRows('ledger')}
grant select, insert, update, delete on platform.ledger to lunas_platform;
-- What was received cannot be changed, only its status.
grant select, insert, update (status, updated_at) on platform.ledger to lunas_tenant;

-- The price of the day is set here, whatever the writer says: an organisation's role writes this table and must not
-- set its own fee.
create function platform.price_chip() returns trigger language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  new.chip_fee_invoice_id := null;
  new.chip_fee_sen := case when new.method = 'chip' and new.source <> 'rounding' and new.gross_sen > 0
    then coalesce((select (value->>'sen')::bigint from platform.setting where key = 'chip_fee'), 50) else 0 end;
  return new;
end $$;
revoke execute on function platform.price_chip from public;
create trigger ledger_priced before insert on platform.ledger for each row execute function platform.price_chip();

-- What a bank charges for an FPX payment, from a day on. A payment keeps the price of its own day.
create table platform.bank_cost (
  id uuid not null,
  model text not null,
  from_on date not null,
  cost_sen bigint not null,
  -- The author may be removed later; the name stays. Null: it came with the product.
  author text,
  created_at timestamptz not null default now(),
  constraint bank_cost_pkey primary key (id),
  constraint bank_cost_model_from_on_key unique (model, from_on),
  constraint bank_cost_model_check check (model in ('B2C','B2B1')),
  constraint bank_cost_cost_sen_check check (cost_sen between 0 and 10000)
);
insert into platform.bank_cost (id, model, from_on, cost_sen) values
  (gen_random_uuid(), 'B2C', '2015-01-01', 50), (gen_random_uuid(), 'B2B1', '2015-01-01', 100);
${operatorRows('bank_cost')}
grant select, insert on platform.bank_cost to lunas_platform;

create function platform.bank_cost_on(of_model text, on_day date) returns bigint language sql stable
  set search_path = ''
  as $$ select coalesce((select cost_sen from platform.bank_cost
    where model = coalesce(of_model, 'B2C') and from_on <= on_day order by from_on desc limit 1), 0) $$;
revoke execute on function platform.bank_cost_on from public;
grant execute on function platform.bank_cost_on to lunas_platform;

-- What the platform has earned.
create table platform.revenue (
  id uuid not null default gen_random_uuid(),
  on_day date not null,
  type text not null,
  entity_id uuid not null,
  source_type text not null,
  -- The line of the ledger, the invoice of the platform or the adjustment of a payout.
  source_id uuid not null,
  -- What people call it by: the number of the receipt, the invoice or the payout.
  reference text not null,
  model text,
  gross_sen bigint not null,
  bank_cost_sen bigint not null default 0,
  net_sen bigint not null,
  created_at timestamptz not null default now(),
  constraint revenue_pkey primary key (id),
  -- One source may earn two types, such as the fees of the registration and of the first year, but none twice.
  constraint revenue_source_key unique (source_type, source_id, type),
  constraint revenue_entity_id_fkey foreign key (entity_id) references platform.entity (id),
  constraint revenue_type_check
    check (type in ('registration_fee','yearly_fee','transaction_fee','credit_topup','adjustment')),
  constraint revenue_source_type_check check (source_type in ('ledger','platform_invoice','payout_adjustment')),
  constraint revenue_model_check check (model in ('B2C','B2B1')),
  constraint revenue_net_sen_check check (net_sen = gross_sen - bank_cost_sen)
);
create index revenue_on_day_idx on platform.revenue (on_day desc, id desc);
create index revenue_entity_id_idx on platform.revenue (entity_id, on_day desc, id desc);
${operatorRows('revenue')}
create policy revenue_tenant on platform.revenue for select to lunas_tenant
  using (entity_id = (select platform.current_entity()));
grant select, insert on platform.revenue to lunas_platform;
-- An organisation sees the fees it paid, not what they cost the platform.
grant select (id, on_day, type, entity_id, source_type, source_id, reference,
  gross_sen) on platform.revenue to lunas_tenant;

-- Each FPX line of the ledger earns its fee in the transaction that writes it, so that none is missed or booked
-- twice. It runs with its owner's rights, because no organisation's role may write revenue.
create function platform.earn_fee() returns trigger language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  cost bigint;
begin
  if new.gross_sen > 0 then
    cost := platform.bank_cost_on(new.model, new.collected_on);
  else
    -- The opposite of what was earned with it.
    cost := -coalesce((select revenue.bank_cost_sen from platform.revenue
      join platform.ledger on ledger.id = revenue.source_id
      where revenue.source_type = 'ledger' and ledger.entity_id = new.entity_id
        and ledger.reference = new.reference and ledger.gross_sen > 0
      order by ledger.id desc limit 1), 0);
  end if;
  insert into platform.revenue
    (on_day, type, entity_id, source_type, source_id, reference, model, gross_sen, bank_cost_sen, net_sen)
  values (new.collected_on, 'transaction_fee', new.entity_id, 'ledger', new.id, new.reference, new.model,
    new.payer_fee_sen + new.tenant_fee_sen, cost, new.payer_fee_sen + new.tenant_fee_sen - cost);
  return null;
end $$;
revoke execute on function platform.earn_fee from public;
create trigger ledger_earns after insert on platform.ledger for each row
  when (new.method = 'fpx' and new.source <> 'rounding' and (new.gross_sen > 0 or new.status = 'reversed'))
  execute function platform.earn_fee();

-- The result of each night's reconciliation of an organisation's books with the ledger.
create table platform.equation (
  id uuid not null,
  entity_id uuid not null default platform.current_entity(),
  on_day date not null,
  state text not null,
  lines integer not null,
  gross_sen bigint not null,
  fees_sen bigint not null,
  paid_sen bigint not null,
  held_sen bigint not null,
  reversed_sen bigint not null,
  -- What never passes through the platform: cash and the like, and CHIP, which pays the organisation directly.
  outside_sen bigint not null,
  difference_sen bigint not null,
  -- How many rows break it, and the first of them.
  faults integer not null default 0,
  fault text,
  fault_id uuid,
  fault_reference text,
  fault_expected_sen bigint,
  fault_found_sen bigint,
  checked_at timestamptz not null default now(),
  constraint equation_pkey primary key (id),
  constraint equation_entity_id_on_day_key unique (entity_id, on_day),
  constraint equation_entity_id_fkey foreign key (entity_id) references platform.entity (id),
  constraint equation_state_check check (state in ('green','red')),
  constraint equation_red_check check ((state = 'red') = (faults > 0 or difference_sen <> 0)),
  constraint equation_fault_check check ((fault is null) = (faults = 0))
);
create index equation_on_day_idx on platform.equation (on_day desc, id desc);
${ownRows('equation')}
grant select, insert on platform.equation to lunas_platform;
grant select, insert, update on platform.equation to lunas_tenant;
`)
    .execute(db)
}
