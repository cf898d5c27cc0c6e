import { type Kysely, sql } from 'kysely'
import { addressNames } from '#app/domain/contact/address.ts'
import { activeOptions } from '#app/domain/payment-options/find-payment-options.server.ts'
import { Refusal } from '#app/domain/refusal.ts'
import type { DB } from '#db/types.ts'
import { invoiceItems } from './find-invoices.server.ts'
import type { InvoiceStatus } from './invoice.ts'
import { owed } from './status.server.ts'

/** In the organisation's own place; who may see it is asked before. Refuses not_found.invoice. */
export async function invoiceDocumentData(db: Kysely<DB>, id: string) {
  const [organisation, invoice, items, payments, transfer] = await Promise.all([
    organisationOf(db),
    headOf(db, id),
    invoiceItems(db, id),
    paymentsOf(db, id),
    transferOf(db),
  ])
  if (!invoice) throw new Refusal('not_found.invoice')
  return { organisation, invoice, items, payments, transfer }
}
export type InvoiceDocumentData = Awaited<ReturnType<typeof invoiceDocumentData>>

export async function organisationOf(db: Kysely<DB>) {
  return db
    .selectFrom('platform.entity')
    .select([
      'name',
      'company_name',
      'registration_number',
      'sst_number',
      'tax_registered',
      'logo_file',
      'theme_colour',
      'contact_phone',
      'contact_email',
      ...addressNames,
    ])
    .where('role_name', '=', sql<string>`current_user`)
    .executeTakeFirstOrThrow()
}

async function headOf(db: Kysely<DB>, id: string) {
  return db
    .selectFrom('invoice')
    .innerJoin('student', 'student.id', 'invoice.student_id')
    .innerJoin('parent', 'parent.id', 'invoice.payer_parent_id')
    .innerJoin('branch', 'branch.id', 'invoice.branch_id')
    .select([
      'invoice.id',
      'invoice.number',
      'invoice.public_code',
      'invoice.issued_on',
      'invoice.due_on',
      'invoice.sub_total_sen',
      'invoice.discount_total_sen',
      'invoice.tax_rate_bp',
      'invoice.tax_total_sen',
      'invoice.total_sen',
      'invoice.paid_sen',
      'invoice.credited_sen',
      owed.as('balance_sen'),
      'invoice.remark',
      'invoice.version',
      'student.name as student',
      'student.student_no',
      'branch.name as branch',
      'parent.name as payer',
      'parent.family_code',
      'parent.address_line1',
      'parent.address_line2',
      'parent.address_line3',
      'parent.postcode',
      'parent.city',
      'parent.state',
    ])
    .select(sql<InvoiceStatus>`invoice.status`.as('status'))
    .where('invoice.id', '=', id)
    .executeTakeFirst()
}

/** A cancelled payment does not stand on the paper. */
async function paymentsOf(db: Kysely<DB>, invoice_id: string) {
  return db
    .selectFrom('payment_allocation')
    .innerJoin('payment', 'payment.id', 'payment_allocation.payment_id')
    .select(['payment.number', 'payment_allocation.amount_sen'])
    .where('payment_allocation.invoice_id', '=', invoice_id)
    .where('payment_allocation.reversed_at', 'is', null)
    .where('payment.status', '=', 'paid')
    .orderBy('payment.id')
    .execute()
}

/** The organisation's own words on each of its accounts; null when it takes no transfers. */
async function transferOf(db: Kysely<DB>): Promise<string | null> {
  const options = await activeOptions(db).where('method', '=', 'bank_transfer').execute()
  return options.flatMap(({ instructions }) => instructions ?? []).join('\n\n') || null
}
