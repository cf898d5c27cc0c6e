import { type Kysely, sql } from 'kysely'
import { liveDuitNow } from '#app/domain/billing/duitnow/duitnow.ts'
import { sponsoredOf } from '#app/domain/billing/plan/explain-amounts.ts'
import { type Instructed, namesAccount } from '#app/domain/catalogue/payment-options/payment-option.ts'
import { activeOptions } from '#app/domain/catalogue/payment-options/payment-options.ts'
import { addressNames } from '#app/domain/core/contact/address.ts'
import { einvoicesOf } from '#app/domain/core/invoicing/einvoice-state.ts'
import { type InvoiceStatus, owed } from '#app/domain/core/invoicing/invoice.ts'
import { titleFacts } from '#app/domain/core/invoicing/title.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import type { DB } from '#db/types.ts'
import { itemsOfInvoices } from './find-invoices.ts'
import { sumsOfInvoices } from './invoice-sums.ts'

/** The data of an invoice's PDF; the caller has checked access. Refuses not_found.invoice. */
export async function invoiceDocumentData(db: Kysely<DB>, id: string) {
  const [data] = await invoiceDocumentsData(db, [id])
  if (!data) throw new Refusal('not_found.invoice')
  return data
}
export type InvoiceDocumentData = Awaited<ReturnType<typeof invoiceDocumentData>>

/** The same for many invoices with as few queries as for one, in the given order; missing ones are left out. */
export async function invoiceDocumentsData(db: Kysely<DB>, ids: readonly string[]) {
  const [organisation, heads, items, sumsFor, sponsors, transfers, duitnow, { terms, footer }, reported] =
    await Promise.all([
      organisationOf(db),
      headsOf(db, ids),
      itemsOfInvoices(db, ids),
      sumsOfInvoices(db, ids),
      sponsoredOf(db, ids),
      transfersOf(db),
      liveDuitNow(db),
      settings(db, 'invoice'),
      einvoicesOf(db, 'invoice', ids),
    ])
  const [itemsFor, sponsorsFor] = [byInvoice(items), byInvoice(sponsors)]
  const headFor = new Map(heads.map((head) => [head.id, head]))
  return ids.flatMap((id) => {
    const invoice = headFor.get(id)
    if (!invoice) return []
    const lines = { items: itemsFor(id), sums: sumsFor.get(id)!, sponsors: sponsorsFor(id) }
    const einvoice = reported.get(id) ?? null
    return { organisation, invoice, ...lines, transfers, duitnow, words: { terms, footer }, einvoice }
  })
}

function byInvoice<Row extends { invoice_id: string }>(rows: readonly Row[]) {
  const found = Map.groupBy(rows, ({ invoice_id }) => invoice_id)
  return (id: string) => found.get(id) ?? []
}

export async function organisationOf(db: Kysely<DB>) {
  return organisationQuery(db).executeTakeFirstOrThrow()
}

export function organisationQuery(db: Kysely<DB>) {
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
}

async function headsOf(db: Kysely<DB>, ids: readonly string[]) {
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
    .select([sql<InvoiceStatus>`invoice.status`.as('status'), titleFacts.as('title')])
    .where(sql<boolean>`invoice.id = any(${ids}::uuid[])`)
    .execute()
}

/** The organisation's accounts for bank transfers; none where no instructions have an account number. */
async function transfersOf(db: Kysely<DB>): Promise<Instructed[]> {
  const options = await activeOptions(db).where('method', '=', 'bank_transfer').execute()
  return options.filter(namesAccount)
}
