import { type RawBuilder, sql } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import { startOfMonth } from '#app/domain/core/dates.ts'

/**
 * SQL, a subquery: what was billed and received for each program from the first of a month to a day of it, as `program_id,
 * billed_sen, collected_sen`; no program for fees of no class.
 *
 * - Billed: the lines of the invoices issued in these days and not cancelled, after discounts, with tax.
 * - Collected: what paid invoices in these days, whenever they were billed; what was cancelled or taken back is taken off on the
 *   day of that. A payment is shared out over the lines of its invoice by their amounts, each cut where the sum of the lines
 *   before it ends, so that the programs add up to the payment to the sen. Money that paid no invoice is not in it.
 */
export function moneyOfPrograms(
  { scope, branch_ids }: RowScope,
  on: string,
  branch_id: string | undefined,
): RawBuilder<unknown> {
  const days = sql`${startOfMonth(on)}::date and ${on}::date`
  const inReach = (column: RawBuilder<unknown>) => sql`
    ${scope === 'all' ? sql`true` : sql`${column} = any(${scope === 'branch' ? [...branch_ids] : []}::uuid[])`}
    ${branch_id ? sql`and ${column} = ${branch_id}` : sql``}`
  const share = (upto: RawBuilder<unknown>) => sql`part.sen * ${upto} / line.whole`
  return sql`(
    select subject.program_id, sum(fee.billed_sen)::bigint as billed_sen, sum(fee.collected_sen)::bigint as collected_sen
    from (
      select item.subject_fee_id, item.amount_sen + item.tax_sen as billed_sen, 0::bigint as collected_sen
      from invoice join invoice_item as item on item.invoice_id = invoice.id
      where invoice.issued_on between ${days} and invoice.status in ('unpaid', 'pending', 'paid')
        and ${inReach(sql`invoice.branch_id`)}
      union all
      select line.subject_fee_id, 0, part.sign * (${share(sql`line.upto`)} - ${share(sql`(line.upto - line.sen)`)})
      from (
        select allocation.invoice_id, allocation.amount_sen as sen, sign(collection.gross_sen)::bigint as sign
        from collection join payment_allocation as allocation on allocation.payment_id = collection.payment_id
        where collection.source = 'invoice' and collection.status <> 'refunded'
          and collection.collected_on between ${days} and ${inReach(sql`collection.branch_id`)}
      ) as part cross join lateral (
        select item.subject_fee_id, item.amount_sen + item.tax_sen as sen,
          (sum(item.amount_sen + item.tax_sen) over (order by item.position, item.id))::bigint as upto,
          (sum(item.amount_sen + item.tax_sen) over ())::bigint as whole
        from invoice_item as item where item.invoice_id = part.invoice_id
      ) as line
      where line.whole > 0
    ) as fee
      left join subject_fee on subject_fee.id = fee.subject_fee_id left join subject on subject.id = subject_fee.subject_id
    group by subject.program_id having sum(fee.billed_sen) <> 0 or sum(fee.collected_sen) <> 0)`
}
