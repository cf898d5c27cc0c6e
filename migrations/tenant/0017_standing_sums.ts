import { type Kysely, sql } from 'kysely'

/**
 * What was asked of a payer stands as it was: sums and number of an issued invoice, and its lines. What the tenant's role
 * may change of an online payment is said in `tenant-schema.ts`, whose rights are given after each migration.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception using errcode = 'insufficient_privilege', message = 'the sums of an issued invoice never change';
end $$;
create trigger invoice_sums before update of number, sub_total_sen, discount_total_sen, tax_rate_bp, tax_total_sen, total_sen
  on invoice for each row when (old.status <> 'draft'
    and (old.number, old.sub_total_sen, old.discount_total_sen, old.tax_rate_bp, old.tax_total_sen, old.total_sen)
      is distinct from (new.number, new.sub_total_sen, new.discount_total_sen, new.tax_rate_bp, new.tax_total_sen, new.total_sen))
  execute function refuse_change();

create function refuse_line_change() returns trigger language plpgsql set search_path from current as $$
begin
  if exists (select from invoice where id = old.invoice_id and status <> 'draft') then
    raise exception using errcode = 'insufficient_privilege', message = 'the lines of an issued invoice never change';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger invoice_item_issued before update or delete on invoice_item
  for each row execute function refuse_line_change();
`)
    .execute(db)
}
