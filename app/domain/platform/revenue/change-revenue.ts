import { sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { recordOperator } from '#app/domain/core/audit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { BankCostInput } from './revenue.ts'

/**
 * Books the revenue of a paid platform invoice, one row per kind of fee, without its tax; an invoice paid by FPX has the
 * bank's cost of a personal payment. Books nothing while the invoice is unpaid or has no organisation yet, since a rejected
 * registration gets its fee back. Safe to repeat. Runs in the platform's schema.
 * @param on `YYYY-MM-DD`, the day on which it was earned
 */
export async function earnInvoice(trx: Transaction<DB>, invoice_id: string, on: string): Promise<void> {
  await sql`
    insert into platform.revenue
      (on_day, type, entity_id, source_type, source_id, reference, gross_sen, bank_cost_sen, net_sen)
    select ${on}::date, type, entity_id, 'platform_invoice', id, number, gross, cost, gross - cost
    from (
      select invoice.id, invoice.entity_id, invoice.number, kind.type, sum(line.amount_sen) as gross,
        case when invoice.method = 'fpx' and min(line.position) = 1
          then platform.bank_cost_on('B2C', ${on}::date) else 0 end as cost
      from platform.platform_invoice as invoice
        join platform.platform_invoice_line as line on line.invoice_id = invoice.id,
        lateral (select coalesce(line.earns, case invoice.kind when 'registration' then 'registration_fee'
          when 'renewal' then 'yearly_fee' when 'credit_topup' then 'credit_topup' else 'adjustment' end) as type) as kind
      where invoice.id = ${invoice_id} and invoice.status = 'paid' and invoice.entity_id is not null
      group by invoice.id, kind.type
    ) as earned
    on conflict (source_type, source_id, type) do nothing`.execute(trx)
}

/**
 * Sets the bank's price from a future day on; existing bookings keep the price of their day. Refuses a day that has begun
 * (revenue.cost_past) and one that already has a price (duplicate.bank_cost).
 */
export async function setBankCost(
  trx: Transaction<DB>,
  actor: Actor,
  input: BankCostInput,
  today: string,
): Promise<void> {
  if (input.from_on <= today) throw new Refusal('revenue.cost_past', 'from_on')
  const id = newId()
  await trx
    .insertInto('platform.bank_cost')
    .values({ id, ...input, author: actor.name })
    .execute()
  await recordOperator(trx, actor, 'bank_cost.set', { type: 'bank_cost', id }, { after: { ...input } })
}
