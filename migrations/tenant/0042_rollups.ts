import { type Kysely, sql } from 'kysely'

/** Sums of what was collected, kept by the writes themselves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- What the rows of collection come to by month, branch, method, source and direction. Every statement that changes
-- collection adds what it changed; the sum of all rows of a key is exact at each moment. There is no unique key, so two
-- payments never wait for each other; fold_collection_sums merges the rows of a key from time to time.
create table collection_sum (
  month date not null,
  branch_id uuid not null,
  method text not null,
  source text not null,
  is_received boolean not null,
  lines bigint not null,
  gross_sen bigint not null,
  payer_fee_sen bigint not null,
  tenant_fee_sen bigint not null,
  net_sen bigint not null,
  constraint collection_sum_month_check check (extract(day from month) = 1)
);
create index collection_sum_month_idx on collection_sum (month);

-- Whether a row is incoming money or its rounding; see isReceived in app/domain/accounting/collections/collection.ts.
create function is_received(source text, status text, gross_sen bigint) returns boolean language sql immutable as $$
  select case when source = 'rounding' then status = 'rounded' else gross_sen > 0 end
$$;

-- The functions that write the sums belong to the owner, because the organisation's role may only read them.
create function add_collection_sums() returns trigger language plpgsql security definer set search_path from current as $$
begin
  insert into collection_sum (month, branch_id, method, source, is_received, lines, gross_sen, payer_fee_sen,
    tenant_fee_sen, net_sen)
  select date_trunc('month', collected_on)::date, branch_id, method, source, is_received(source, status, gross_sen),
    count(*), sum(gross_sen), sum(payer_fee_sen), sum(tenant_fee_sen), sum(net_sen)
  from fresh group by 1, 2, 3, 4, 5;
  return null;
end $$;
create trigger collection_added after insert on collection
  referencing new table as fresh for each statement execute function add_collection_sums();

-- A removed row counts negative. Of a changed row, such as one that was settled, mostly nothing remains to be added.
create function change_collection_sums() returns trigger language plpgsql security definer
  set search_path from current as $$
begin
  if tg_op = 'DELETE' then
    insert into collection_sum (month, branch_id, method, source, is_received, lines, gross_sen, payer_fee_sen,
      tenant_fee_sen, net_sen)
    select date_trunc('month', collected_on)::date, branch_id, method, source, is_received(source, status, gross_sen),
      -count(*), -sum(gross_sen), -sum(payer_fee_sen), -sum(tenant_fee_sen), -sum(net_sen)
    from stale group by 1, 2, 3, 4, 5;
  else
    insert into collection_sum (month, branch_id, method, source, is_received, lines, gross_sen, payer_fee_sen,
      tenant_fee_sen, net_sen)
    select date_trunc('month', collected_on)::date, branch_id, method, source, is_received(source, status, gross_sen),
      sum(sign), sum(sign * gross_sen), sum(sign * payer_fee_sen), sum(sign * tenant_fee_sen), sum(sign * net_sen)
    from (select 1 as sign, * from fresh union all select -1, * from stale) as changed
    group by 1, 2, 3, 4, 5
    having (sum(sign), sum(sign * gross_sen), sum(sign * payer_fee_sen), sum(sign * tenant_fee_sen),
      sum(sign * net_sen)) <> (0, 0, 0, 0, 0);
  end if;
  return null;
end $$;
create trigger collection_changed after update on collection
  referencing new table as fresh old table as stale for each statement execute function change_collection_sums();
create trigger collection_removed after delete on collection
  referencing old table as stale for each statement execute function change_collection_sums();

-- Merges the rows of each key into one and drops those that come to nothing; gives how many rows were merged. The lock
-- keeps folding and rebuilding apart, and lets everybody else read and add.
create function fold_collection_sums() returns integer language plpgsql security definer set search_path from current as $$
declare
  merged integer;
begin
  lock table collection_sum in share update exclusive mode;
  with many as (
    select month, branch_id, method, source, is_received from collection_sum
    group by 1, 2, 3, 4, 5 having count(*) > 1
  ), gone as (
    delete from collection_sum using many
    where (collection_sum.month, collection_sum.branch_id, collection_sum.method, collection_sum.source,
      collection_sum.is_received) = (many.month, many.branch_id, many.method, many.source, many.is_received)
    returning collection_sum.*
  ), put as (
    insert into collection_sum (month, branch_id, method, source, is_received, lines, gross_sen, payer_fee_sen,
      tenant_fee_sen, net_sen)
    select month, branch_id, method, source, is_received, sum(lines), sum(gross_sen), sum(payer_fee_sen),
      sum(tenant_fee_sen), sum(net_sen)
    from gone group by 1, 2, 3, 4, 5
    having (sum(lines), sum(gross_sen), sum(payer_fee_sen), sum(tenant_fee_sen), sum(net_sen)) <> (0, 0, 0, 0, 0)
  )
  select count(*) into merged from gone;
  return merged;
end $$;

-- Makes the sums anew from the rows. Old sums and rows are read in one statement, so that a payment that commits
-- meanwhile is in both or in neither.
create function rebuild_collection_sums() returns void language plpgsql security definer set search_path from current as $$
begin
  lock table collection_sum in share update exclusive mode;
  with gone as (delete from collection_sum)
  insert into collection_sum (month, branch_id, method, source, is_received, lines, gross_sen, payer_fee_sen,
    tenant_fee_sen, net_sen)
  select date_trunc('month', collected_on)::date, branch_id, method, source, is_received(source, status, gross_sen),
    count(*), sum(gross_sen), sum(payer_fee_sen), sum(tenant_fee_sen), sum(net_sen)
  from collection group by 1, 2, 3, 4, 5;
end $$;

select rebuild_collection_sums();

-- Reports of a program ask which invoices have a line of its fees: the index alone answers.
create index invoice_item_fee_invoice_idx on invoice_item (subject_fee_id, invoice_id);
drop index invoice_item_subject_fee_id_idx;
`)
    .execute(db)
}
