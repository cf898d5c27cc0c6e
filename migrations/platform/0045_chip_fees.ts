import { type Kysely, sql } from 'kysely'

/**
 * A payment by CHIP goes to the organisation's own account, so that nothing can be withheld of it: what it costs stands at
 * its line of the ledger, at the price of its own day, and is billed once a month. Lines that were there before cost nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table platform.ledger
  add column chip_fee_sen bigint not null default 0,
  add column chip_fee_invoice_id uuid,
  add constraint ledger_chip_fee_sen_check check (chip_fee_sen >= 0 and (chip_fee_sen = 0 or method = 'chip')),
  add constraint ledger_chip_fee_invoice_id_fkey foreign key (chip_fee_invoice_id) references platform.platform_invoice (id);
create index ledger_chip_fee_idx on platform.ledger (entity_id, collected_on)
  where chip_fee_sen > 0 and chip_fee_invoice_id is null;
create index ledger_chip_fee_invoice_id_idx on platform.ledger (chip_fee_invoice_id) where chip_fee_invoice_id is not null;

-- Whatever whoever enters the line says of it: an organisation's role writes this table.
create function platform.price_chip() returns trigger language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  new.chip_fee_invoice_id := null;
  new.chip_fee_sen := case when new.method = 'chip' and new.source <> 'rounding' and new.gross_sen > 0
    then coalesce((select (value->>'sen')::bigint from platform.setting where key = 'chip_fee'), 50) else 0 end;
  return new;
end $$;
revoke all on function platform.price_chip() from public;
create trigger ledger_priced before insert on platform.ledger for each row execute function platform.price_chip();
grant update (chip_fee_invoice_id) on platform.ledger to lunas_platform;

alter table platform.platform_invoice
  add column period date,
  drop constraint platform_invoice_kind_check,
  add constraint platform_invoice_kind_check check (kind in ('registration','renewal','upgrade','chip_fee','credit_topup','domain')),
  add constraint platform_invoice_period_check check ((kind = 'chip_fee') = (period is not null)
    and (period is null or (extract(day from period) = 1 and entity_id is not null)));
-- Once for a month, also when it was cancelled.
create unique index platform_invoice_chip_fee_key on platform.platform_invoice (entity_id, period) where kind = 'chip_fee';
`)
    .execute(db)
}
