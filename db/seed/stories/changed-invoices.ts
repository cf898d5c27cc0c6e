import { sql, type Transaction } from 'kysely'
import { amendInvoice } from '#app/domain/billing/invoices/amend-invoice.ts'
import { userOrSystemActor } from '#app/domain/core/actor.ts'
import type { Team } from '#db/seed/staff.ts'
import type { Stage } from '#db/seed/stage.ts'
import type { DB } from '#db/types.ts'

const reasons = {
  my: 'Harga tersalah taip; kini seperti pada senarai harga.',
  en: 'The price was mistyped; now as on the price list.',
}

/**
 * Two invoices that the office wrote and changed after their issue, by the product's own verb, so that what they said
 * before is kept. Told once all rows are written, by the organisation's own role.
 */
export async function addChangedInvoices(
  trx: Transaction<DB>,
  stage: Stage,
  { office }: Team,
  role: string,
): Promise<void> {
  const admin = office.find((colleague) => colleague.role === 'admin')
  if (!admin) return
  const { rows } = await sql<{ id: string; version: number; due_on: string }>`
    select id, version, due_on::text from invoice
    where status = 'unpaid' and paid_sen = 0 and period_key is null and created_by is not null
      and issued_on >= date_trunc('month', ${stage.today}::date) - interval '1 month'
      and not exists (select from payment_allocation where invoice_id = invoice.id)
      and not exists (select from credit_entry where invoice_id = invoice.id)
      and not exists (select from payment_attempt_invoice where invoice_id = invoice.id)
    order by number desc limit 2`.execute(trx)
  await sql`set local role ${sql.id(role)}`.execute(trx)
  const actor = await userOrSystemActor(trx, admin.user_id)
  const scope = { scope: 'all', user_id: admin.user_id, branch_ids: [], parent_id: null } as const
  for (const { id, version, due_on } of rows) {
    const items = await trx
      .selectFrom('invoice_item')
      .select(['description', 'fee_type_id', 'quantity_hundredths as quantity', 'price_sen'])
      .where('invoice_id', '=', id)
      .orderBy('position')
      .execute()
    const cheaper = items.map(({ fee_type_id, price_sen, ...item }) => ({
      ...{ ...item, fee_type_id: fee_type_id ?? undefined },
      price: Math.max(price_sen - 3_00, 1_00),
    }))
    const change = { due_on, reason: reasons[stage.locale === 'my' ? 'my' : 'en'], items: cheaper }
    await amendInvoice(trx, actor, scope, id, version, change, stage.today)
  }
  await sql`reset role`.execute(trx)
  const ids = rows.map(({ id }) => id)
  await sql`update invoice_version set replaced_at = ${stage.now} where invoice_id = any(${ids}::uuid[])`.execute(
    trx,
  )
  await sql`
    update audit_log set at = ${stage.now}
    where action = 'invoice.amended' and object_id = any(${ids}::text[])`.execute(trx)
}
