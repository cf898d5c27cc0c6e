import { type Kysely, sql } from 'kysely'

/** The same as in the books of the organisations: what went back of a payment that stays is called so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table platform.ledger
  drop constraint ledger_gross_sen_check,
  drop constraint ledger_status_check;
update platform.ledger set status = 'refunded'
  where gross_sen < 0 and not exists (
    select from platform.ledger as taken
    where taken.entity_id = ledger.entity_id and taken.reference = ledger.reference
      and taken.gross_sen > 0 and taken.status = 'reversed');
alter table platform.ledger
  add constraint ledger_status_check check (status in ('collected','settled','paid_out','reversed','refunded')),
  add constraint ledger_gross_sen_check check (
    (gross_sen > 0 and status <> 'refunded') or (gross_sen < 0 and status in ('reversed','refunded')));
`)
    .execute(db)
}
