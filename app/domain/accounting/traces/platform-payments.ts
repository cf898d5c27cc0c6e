import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'

/** Of several that were paid by one transfer. */
const most = 50

/**
 * Invoices of the platform, also of registrations, by whatever their payment is called: the number of the invoice or of the
 * registration, the reference of a transfer, and of each attempt through FPX, also one that did not pay, its order number,
 * FPX's own and the bank's. At the platform's place.
 */
export async function platformPaymentsCalled(db: Kysely<DB>, asked: string) {
  const text = asked.trim()
  if (text === '') return []
  return db
    .selectFrom('platform.platform_invoice as invoice')
    .leftJoin('platform.entity as entity', 'entity.id', 'invoice.entity_id')
    .leftJoin('platform.entity_registration as registration', 'registration.id', 'invoice.registration_id')
    .select(['invoice.id', 'invoice.number', 'invoice.kind', 'invoice.issued_on', 'invoice.method'])
    .select(['invoice.total_sen', 'invoice.status'])
    .select(sql<string>`coalesce(entity.name, registration.organisation_name)`.as('debtor'))
    .where((eb) =>
      eb.or([
        eb('invoice.number', '=', text.toUpperCase()),
        eb(sql`upper(invoice.reference)`, '=', text.toUpperCase()),
        eb('registration.reference', '=', text.toUpperCase()),
        eb(
          'invoice.id',
          'in',
          eb
            .selectFrom('platform.platform_invoice_attempt as of')
            .innerJoin('platform.payment_attempt as attempt', 'attempt.id', 'of.attempt_id')
            .select('of.invoice_id')
            .where((attempt) =>
              attempt.or([
                attempt('attempt.order_no', '=', text.toUpperCase()),
                attempt('attempt.gateway_transaction_id', '=', text),
                attempt('attempt.bank_reference', '=', text),
              ]),
            ),
        ),
      ]),
    )
    .orderBy('invoice.issued_on', 'desc')
    .orderBy('invoice.id', 'desc')
    .limit(most)
    .execute()
}
