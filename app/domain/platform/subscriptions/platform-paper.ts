import type { Kysely, Transaction } from 'kysely'
import { Refusal } from '#app/domain/core/refusal.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { platformIssuer } from './issuer.ts'

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
