import { type Kysely, sql } from 'kysely'

/**
 * What the platform has earned. Each line of the ledger that FPX brought earns its fee by a trigger, in the transaction that
 * enters it, so that none is without and none is booked twice; fees of invoices are booked by what settles them. What the
 * bank takes of a payment is a price from a day on: a line keeps the price of its own day.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables()).execute(db)
  await sql.raw(booking()).execute(db)
  await sql.raw(backfill()).execute(db)
}

function tables(): string {
  return `
create table platform.bank_cost (
  id uuid not null,
  model text not null,
  from_on date not null,
  cost_sen bigint not null,
  -- Whoever entered it may be removed later; the name stays. None: it came with the product.
  author text,
  created_at timestamptz not null default now(),
  constraint bank_cost_pkey primary key (id),
  constraint bank_cost_model_from_on_key unique (model, from_on),
  constraint bank_cost_model_check check (model in ('B2C','B2B1')),
  constraint bank_cost_cost_sen_check check (cost_sen between 0 and 10000)
);
insert into platform.bank_cost (id, model, from_on, cost_sen) values
  (gen_random_uuid(), 'B2C', '2015-01-01', 50), (gen_random_uuid(), 'B2B1', '2015-01-01', 100);
create function platform.bank_cost_on(of_model text, on_day date) returns bigint language sql stable set search_path = ''
  as $$ select coalesce((select cost_sen from platform.bank_cost
    where model = coalesce(of_model, 'B2C') and from_on <= on_day order by from_on desc limit 1), 0) $$;

-- As whom the payer paid through FPX, by which the bank charges; the money-in book of the organisation has it at the payment.
alter table platform.ledger add column model text,
  add constraint ledger_model_check check (model in ('B2C','B2B1'));
create index ledger_entity_id_reference_idx on platform.ledger (entity_id, reference);
create index ledger_gateway_transaction_id_idx on platform.ledger (gateway_transaction_id);

alter table platform.platform_invoice_line add column earns text,
  add constraint platform_invoice_line_earns_check
    check (earns in ('registration_fee','yearly_fee','transaction_fee','credit_topup','adjustment'));

create table platform.revenue (
  id uuid not null default gen_random_uuid(),
  on_day date not null,
  type text not null,
  entity_id uuid not null,
  source_type text not null,
  -- A line of the ledger, an invoice of the platform, or an adjustment of a payout.
  source_id uuid not null,
  -- By which it is spoken of: the receipt, the invoice, the payout.
  reference text not null,
  model text,
  gross_sen bigint not null,
  bank_cost_sen bigint not null default 0,
  net_sen bigint not null,
  created_at timestamptz not null default now(),
  constraint revenue_pkey primary key (id),
  -- An invoice may have two kinds in it, such as the fee of a registration and of the first year; nothing earns twice.
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

alter table platform.bank_cost enable row level security;
create policy bank_cost_platform on platform.bank_cost to lunas_platform using (true) with check (true);
grant select, insert on platform.bank_cost to lunas_platform;
alter table platform.revenue enable row level security;
create policy revenue_platform on platform.revenue to lunas_platform using (true) with check (true);
grant select, insert on platform.revenue to lunas_platform;
revoke execute on function platform.bank_cost_on from public;
grant execute on function platform.bank_cost_on to lunas_platform;
`
}

/** It runs with its owner's rights; the row says whose it is, and row security has seen to that. */
function booking(): string {
  return `
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
revoke all on function platform.earn_fee() from public;
create trigger ledger_earns after insert on platform.ledger for each row
  when (new.method = 'fpx' and new.source <> 'rounding' and (new.gross_sen > 0 or new.status = 'reversed'))
  execute function platform.earn_fee();
`
}

/** The models of lines that are there stand at the payments of the organisations, which may not have that table yet. */
function backfill(): string {
  return `
do $$
declare
  its record;
begin
  for its in select id, schema_name from platform.entity where (select count(*) from information_schema.columns
    where table_schema = entity.schema_name and (table_name, column_name) in
      (('payment_attempt','model'), ('payment','second_debit_of'), ('collection','payment_id'))) = 3
  loop
    execute format('update platform.ledger set model = attempt.model
      from %1$I.collection join %1$I.payment on payment.id = collection.payment_id
        join %1$I.payment_attempt as attempt on attempt.id::text = coalesce(payment.attempt_id::text, payment.second_debit_of::text)
      where ledger.method = ''fpx'' and ledger.entity_id = %2$L and ledger.collection_id = collection.id
        and attempt.model in (''B2C'',''B2B1'')', its.schema_name, its.id);
  end loop;
end $$;

update platform.platform_invoice_line as line set earns = case
  when line.position = 1 and (select count(*) from platform.platform_invoice_line where invoice_id = line.invoice_id) = 2
    then 'registration_fee'
  when line.price_sen = (select registration_fee_sen from platform.package where id = invoice.package_id)
    and line.position = 1 then 'registration_fee'
  else 'yearly_fee' end
from platform.platform_invoice as invoice where invoice.id = line.invoice_id and invoice.kind = 'registration';

insert into platform.revenue
  (on_day, type, entity_id, source_type, source_id, reference, model, gross_sen, bank_cost_sen, net_sen)
select collected_on, 'transaction_fee', entity_id, 'ledger', id, reference, model, fee, cost, fee - cost
from platform.ledger, lateral (select payer_fee_sen + tenant_fee_sen as fee,
  sign(gross_sen)::int * platform.bank_cost_on(model, collected_on) as cost) as sums
where method = 'fpx' and source <> 'rounding' and (gross_sen > 0 or status = 'reversed');

insert into platform.revenue (on_day, type, entity_id, source_type, source_id, reference, gross_sen, bank_cost_sen, net_sen)
select max(coalesce(invoice.paid_on, invoice.issued_on)), kind.earns, invoice.entity_id, 'platform_invoice', invoice.id,
  invoice.number, sum(line.amount_sen), 0, sum(line.amount_sen)
from platform.platform_invoice as invoice join platform.platform_invoice_line as line on line.invoice_id = invoice.id,
  lateral (select coalesce(line.earns, case invoice.kind when 'registration' then 'registration_fee'
    when 'renewal' then 'yearly_fee' when 'credit_topup' then 'credit_topup' else 'adjustment' end) as earns) as kind
where invoice.status = 'paid' and invoice.entity_id is not null
group by kind.earns, invoice.entity_id, invoice.id, invoice.number;
`
}
