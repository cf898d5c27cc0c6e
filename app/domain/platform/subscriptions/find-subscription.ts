import type { Kysely } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { DB } from '#db/types.ts'

/** What an organisation has subscribed to; null when nothing. Figures, so only for who may see money. */
export async function subscriptionOf(db: Kysely<DB>, entity_id: string) {
  const row = await db
    .selectFrom('platform.subscription')
    .innerJoin('platform.package', 'platform.package.id', 'platform.subscription.package_id')
    .select([
      'platform.package.id as package_id',
      'platform.package.code as package_code',
      'platform.package.name as package_name',
      'platform.package.yearly_fee_sen',
      'platform.subscription.starts_on',
      'platform.subscription.expires_on',
      'platform.subscription.credit',
      'platform.subscription.status',
      'platform.subscription.auto_renew',
    ])
    .where('platform.subscription.entity_id', '=', entity_id)
    .executeTakeFirst()
  return row ?? null
}

/** What the table holds these columns to. */
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
