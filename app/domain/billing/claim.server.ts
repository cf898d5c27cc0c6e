import { sql, type Transaction } from 'kysely'
import { Refusal } from '#app/domain/refusal.ts'
import type { DB } from '#db/types.ts'
import { periodKey, startMonthOfHere } from './period-sql.ts'

/**
 * Takes the fees that the lines of an invoice name, each for its period, so that nobody can bill them once more. A line
 * that names no fee of a class, or of a recurring one no period, takes nothing. Refuses one that is taken already
 * (invoice.already_billed, at its line): of two who bill at the same time the second waits, and is refused.
 */
export async function claimFees(trx: Transaction<DB>, invoice_id: string): Promise<void> {
  const { rows } = await sql<{ position: number }>`
    with wanted as (
      select invoice.student_id, fee.subject_id, fee.fee_type_id, fee.apply_to,
        ${periodKey(sql`fee.frequency`, sql`item.period_starts_on`, startMonthOfHere)} as period_key,
        case when fee.frequency <> 'one_off' then item.period_starts_on end as period_starts_on,
        case when fee.frequency <> 'one_off' then item.period_ends_on end as period_ends_on,
        item.invoice_id, item.id as invoice_item_id, item.position
      from invoice_item as item
        join invoice on invoice.id = item.invoice_id
        join subject_fee as fee on fee.id = item.subject_fee_id
      where item.invoice_id = ${invoice_id}
        and (fee.frequency = 'one_off' or (item.period_starts_on is not null and item.period_ends_on is not null))
    ), taken as (
      insert into billed_fee (student_id, subject_id, fee_type_id, apply_to, period_key, period_starts_on,
        period_ends_on, invoice_id, invoice_item_id)
      select student_id, subject_id, fee_type_id, apply_to, period_key, period_starts_on, period_ends_on,
        invoice_id, invoice_item_id
      from wanted order by position
      on conflict do nothing
      returning invoice_item_id
    )
    select position from wanted where invoice_item_id not in (select invoice_item_id from taken) order by position`.execute(
    trx,
  )
  const [first] = rows
  if (first) throw new Refusal('invoice.already_billed', `items[${first.position - 1}].description`)
}

/** What was on a cancelled invoice may be billed again. */
export async function freeFees(trx: Transaction<DB>, invoice_id: string): Promise<void> {
  await trx.deleteFrom('billed_fee').where('invoice_id', '=', invoice_id).execute()
}
