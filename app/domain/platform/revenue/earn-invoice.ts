import { sql, type Transaction } from 'kysely'
import type { DB } from '#db/types.ts'

/**
 * What an invoice of the platform has earned, once for each kind of fee in it and without its tax, which is not the
 * platform's; an invoice by FPX costs what a payment of a person does. Nothing while it is not paid, or while whoever paid
 * has no organisation yet: a registration that is turned away gets its fee back. Safe to repeat, at the platform's place.
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
