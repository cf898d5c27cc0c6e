import { type Kysely, sql } from 'kysely'

/** What a gateway calls an order of ours: it belongs to one order of one organisation, for good. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table platform.gateway_order
  add column gateway_ref text,
  add constraint gateway_order_gateway_ref_key unique (gateway, gateway_ref);
grant update (gateway_ref) on platform.gateway_order to lunas_tenant;
alter table platform.payment_exception
  drop constraint payment_exception_kind_check,
  add constraint payment_exception_kind_check check (kind in ('mismatch','second_debit','id_claimed','credited','contradicted','bank_problem','no_answer','approval_late','reversed','orphan'));
`)
    .execute(db)
}
