import { type Kysely, sql, type Transaction } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { onDay, oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, operatorList, type Selected } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { platformIssuer } from './issuer.ts'

const kinds = ['registration', 'renewal', 'upgrade', 'chip_fee', 'credit_topup', 'domain'] as const

const statuses = ['unpaid', 'pending', 'paid', 'cancelled', 'refunded'] as const

/** The platform's invoices, the newest first. */
export const platformInvoiceList = operatorList<Selected<typeof listed>>()({
  name: 'platform-invoice',
  title: 'platform_invoice.plural',
  access: { view: 'admin.subscription.view', print: 'admin.subscription.print' },
  columns: [
    { key: 'number', label: 'platform_invoice.number', kind: 'number', room: 'who', sort: true },
    { key: 'debtor', label: 'platform_invoice.debtor', sort: true },
    {
      key: 'kind',
      label: 'platform_invoice.kind',
      words: 'platform_invoice.kinds',
      room: 'wide',
      sort: true,
    },
    { key: 'issued_on', label: 'platform_invoice.issued_on', kind: 'date', room: 'wide', sort: true },
    { key: 'due_on', label: 'platform_invoice.due_on', kind: 'date', room: 'table', sort: true },
    { key: 'paid_on', label: 'platform_invoice.paid_on', kind: 'date', only: 'file' },
    { key: 'reference', label: 'platform_invoice.reference', only: 'file' },
    {
      key: 'sub_total_sen',
      label: 'platform_invoice.sub_total_sen',
      kind: 'money',
      only: 'file',
      total: true,
    },
    { key: 'tax_sen', label: 'platform_invoice.tax_sen', kind: 'money', only: 'file', total: true },
    { key: 'total_sen', label: 'platform_invoice.total_sen', kind: 'money', total: true, sort: true },
    { key: 'status', label: 'platform_invoice.status', kind: 'status', sort: true },
  ],
  filters: {
    status: oneOf('platform_invoice.status', statuses, 'common.status'),
    kind: oneOf('platform_invoice.kind', kinds, 'platform_invoice.kinds'),
    from: onDay('platform_invoice.from', { until: 'to' }),
    to: onDay('platform_invoice.to'),
  },
  tabs: byStatus,
  defaultSort: '-issued_on',
  query(db, _reader, { q, status, kind, from, to }) {
    let query = listed(db)
    if (status) query = query.where('invoice.status', '=', status)
    if (kind) query = query.where('invoice.kind', '=', kind)
    if (from) query = query.where('invoice.issued_on', '>=', from)
    if (to) query = query.where('invoice.issued_on', '<=', to)
    if (q)
      query = query.where((eb) =>
        contains(eb, q, ['invoice.number', 'entity.name', 'registration.organisation_name']),
      )
    return query
  },
})

/** The name of the organisation, or of the registration before there is one. */
const debtor = sql<string>`coalesce(entity.name, registration.organisation_name)`

function withDebtor(db: Kysely<DB>) {
  return db
    .selectFrom('platform.platform_invoice as invoice')
    .leftJoin('platform.entity as entity', 'entity.id', 'invoice.entity_id')
    .leftJoin('platform.entity_registration as registration', 'registration.id', 'invoice.registration_id')
}

function listed(db: Kysely<DB>) {
  return withDebtor(db)
    .select(['invoice.id', 'invoice.number', debtor.as('debtor'), 'invoice.kind', 'invoice.issued_on'])
    .select(['invoice.due_on', 'invoice.paid_on', 'invoice.reference', 'invoice.sub_total_sen'])
    .select(['invoice.tax_sen', 'invoice.total_sen', 'invoice.status'])
}

/** One invoice with its debtor; refuses not_found.invoice. */
export async function platformInvoice(db: Kysely<DB>, id: string) {
  const row = await withDebtor(db)
    .leftJoin('platform.subscription as subscription', 'subscription.entity_id', 'invoice.entity_id')
    .select(['invoice.id', 'invoice.number', 'invoice.kind', 'invoice.status', 'invoice.version'])
    .select(['invoice.issued_on', 'invoice.due_on', 'invoice.paid_on', 'invoice.method'])
    .select(['invoice.bank_name', 'invoice.public_code'])
    .select(['invoice.reference', 'invoice.cancelled_reason', 'invoice.total_sen', 'invoice.entity_id'])
    .select(['invoice.registration_id', 'subscription.id as subscription_id', debtor.as('debtor')])
    .where('invoice.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.invoice')
  return row
}

/** Values that the table's checks allow. */
interface OneOf {
  kind: 'registration' | 'renewal' | 'upgrade' | 'chip_fee' | 'credit_topup' | 'domain'
  method: 'fpx' | 'bank_transfer' | null
  status: 'unpaid' | 'pending' | 'paid' | 'cancelled'
}

/** The platform's invoices to an organisation, the newest first; of one year, if given. */
export async function platformInvoices(
  db: Kysely<DB>,
  entity_id: string,
  filter: { year?: number | undefined; id?: string } = {},
) {
  let query = db
    .selectFrom('platform.platform_invoice as invoice')
    .select([
      'invoice.id',
      'invoice.number',
      'invoice.kind',
      'invoice.years',
      'invoice.issued_on',
      'invoice.due_on',
      'invoice.sub_total_sen',
      'invoice.tax_rate_bp',
      'invoice.tax_sen',
      'invoice.total_sen',
      'invoice.method',
      'invoice.status',
      'invoice.paid_on',
      'invoice.version',
      'invoice.public_code',
    ])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('platform.platform_invoice_line as line')
          .select(['line.description', 'line.quantity', 'line.price_sen', 'line.amount_sen'])
          .whereRef('line.invoice_id', '=', 'invoice.id')
          .orderBy('line.position'),
      ).as('lines'),
    )
    .where('invoice.entity_id', '=', entity_id)
    .orderBy('invoice.issued_on', 'desc')
    .orderBy('invoice.id', 'desc')
    .limit(200)
    .$narrowType<OneOf>()
  if (filter.id) query = query.where('invoice.id', '=', filter.id)
  const { year } = filter
  if (year)
    query = query
      .where('invoice.issued_on', '>=', `${year}-01-01`)
      .where('invoice.issued_on', '<', `${year + 1}-01-01`)
  return query.execute()
}

/**
 * The content of a platform invoice; an organisation sees only its own. Refuses not_found.invoice.
 * @param debtor name of the debtor of an invoice without an organisation
 */
export async function platformPaper(db: Kysely<DB>, id: string, debtor?: string) {
  const [invoice, lines, issuer] = await Promise.all([
    db
      .selectFrom('platform.platform_invoice as invoice')
      .leftJoin('platform.entity as entity', 'entity.id', 'invoice.entity_id')
      .select(['invoice.id', 'invoice.number', 'invoice.issued_on', 'invoice.due_on', 'invoice.status'])
      .select(['invoice.sub_total_sen', 'invoice.tax_rate_bp', 'invoice.tax_sen', 'invoice.total_sen'])
      .select(['invoice.method', 'invoice.reference', 'invoice.bank_name'])
      .select(['invoice.paid_on', 'invoice.version', 'entity.name as debtor', 'entity.company_name'])
      .where('invoice.id', '=', id)
      .executeTakeFirst(),
    db
      .selectFrom('platform.platform_invoice_line')
      .select(['position', 'description', 'quantity', 'price_sen', 'amount_sen'])
      .where('invoice_id', '=', id)
      .orderBy('position')
      .execute(),
    platformIssuer(db),
  ])
  if (!invoice) throw new Refusal('not_found.invoice')
  return { invoice: { ...invoice, debtor: invoice.debtor ?? debtor ?? '' }, lines, issuer }
}

export type PlatformPaper = Awaited<ReturnType<typeof platformPaper>>

/** Enqueues rendering the PDF of a platform invoice under its storage key, unless it exists. */
export async function askForPlatformPdf(
  trx: Transaction<DB>,
  asked: { invoice_id: string; locale: string; key: string },
): Promise<void> {
  await enqueue(trx, 'platform_invoice.render', asked)
}
