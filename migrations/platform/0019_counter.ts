import { type Kysely, sql } from 'kysely'

/** The same as in the books of the organisations: more methods of the counter, and what rounding cash took or brought. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table platform.ledger
  drop constraint ledger_method_check,
  drop constraint ledger_source_check,
  drop constraint ledger_status_check,
  drop constraint ledger_gross_sen_check,
  add constraint ledger_method_check
    check (method in ('fpx','chip','cash','bank_transfer','cheque','card_terminal','duitnow_qr')),
  add constraint ledger_source_check
    check (source in ('invoice','infaq','zakat','credit_topup','subscription','rounding')),
  add constraint ledger_status_check
    check (status in ('collected','settled','paid_out','reversed','refunded','rounded')),
  add constraint ledger_gross_sen_check check (case when source = 'rounding'
    then gross_sen <> 0 and gross_sen between -2 and 2 and status in ('rounded','reversed')
    else status <> 'rounded' and
      ((gross_sen > 0 and status <> 'refunded') or (gross_sen < 0 and status in ('reversed','refunded'))) end);
`)
    .execute(db)
}
