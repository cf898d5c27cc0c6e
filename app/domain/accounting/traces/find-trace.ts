import { type Kysely, sql } from 'kysely'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'

/** At most this many results, because receipts of several organisations may have the same number. */
const mostLines = 50

/**
 * Incoming ledger lines by any reference: receipt number, FPX or CHIP transaction number, order number, or the number or
 * bank reference of a payout. Runs on the platform schema.
 */
export async function findLedgerLines(db: Kysely<DB>, asked: string) {
  const text = asked.trim()
  if (text === '') return []
  return lines(db)
    .where((eb) =>
      eb.or([
        eb(sql`upper(ledger.reference)`, '=', text.toUpperCase()),
        eb('ledger.gateway_transaction_id', '=', text),
        eb(
          'ledger.payout_id',
          'in',
          eb
            .selectFrom('platform.payout as out')
            .select('out.id')
            .where((out) =>
              out.or([out('out.number', '=', text.toUpperCase()), out('out.bank_reference', '=', text)]),
            ),
        ),
        eb(
          'ledger.gateway_transaction_id',
          'in',
          eb
            .selectFrom('platform.gateway_order as asked')
            .innerJoin('platform.gateway_transaction as known', 'known.attempt_id', 'asked.attempt_id')
            .select('known.transaction_id')
            .where('asked.order_no', '=', text.toUpperCase()),
        ),
      ]),
    )
    .orderBy('ledger.collected_on', 'desc')
    .orderBy('ledger.id', 'desc')
    .limit(mostLines)
    .execute()
}

function lines(db: Kysely<DB>) {
  return db
    .selectFrom('platform.ledger as ledger')
    .innerJoin('platform.entity as entity', 'entity.id', 'ledger.entity_id')
    .select(['ledger.id', 'ledger.reference', 'ledger.collected_on', 'entity.name as entity'])
    .select(['ledger.method', 'ledger.gross_sen', 'ledger.status'])
    .where('ledger.gross_sen', '>', 0)
    .where('ledger.source', '<>', 'rounding')
}

/** A ledger line with the platform's revenue from it; refuses with not_found.collection. */
export async function ledgerLine(db: Kysely<DB>, id: string) {
  const row = await db
    .selectFrom('platform.ledger as ledger')
    .innerJoin('platform.entity as entity', 'entity.id', 'ledger.entity_id')
    .leftJoin('platform.revenue as earned', (join) =>
      join.onRef('earned.source_id', '=', 'ledger.id').on('earned.source_type', '=', 'ledger'),
    )
    .selectAll('ledger')
    .select(['entity.name as entity', 'earned.id as revenue_id', 'earned.gross_sen as earned_sen'])
    .select(['earned.bank_cost_sen', 'earned.net_sen as kept_sen'])
    .where('ledger.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.collection')
  return row
}

/** The payment of a ledger line, in the tenant's schema; undefined when its collection is missing. */
export async function paymentOfLine(db: Kysely<DB>, collection_id: string) {
  const row = await db
    .selectFrom('collection')
    .select('payment_id')
    .where('id', '=', collection_id)
    .executeTakeFirst()
  return row?.payment_id
}

/** At most this many results, because one transfer may pay several invoices. */
const mostInvoices = 50

/**
 * Platform invoices, also of registrations, by any reference of their payment: invoice number, registration reference,
 * transfer reference, or the order, FPX or bank number of any FPX attempt. Runs on the platform schema.
 */
export async function findPlatformPayments(db: Kysely<DB>, asked: string) {
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
    .limit(mostInvoices)
    .execute()
}

interface FoundLine {
  id: string
  reference: string
  collected_on: string
  entity: string
  method: string
  gross_sen: number
  status: string
}

/** Columns of ledger lines found, of all organisations. */
export const lineColumns = columnsOf<FoundLine>()(
  { key: 'reference', label: 'collection.payment', kind: 'number' },
  { key: 'collected_on', label: 'collection.collected_on', kind: 'date' },
  { key: 'entity', label: 'collection.entity', room: 'who' },
  { key: 'method', label: 'collection.method', words: 'payment.methods', room: 'wide' },
  { key: 'gross_sen', label: 'collection.gross', kind: 'money', room: 'much' },
  { key: 'status', label: 'collection.status', kind: 'status' },
)

interface FoundInvoice {
  id: string
  number: string
  issued_on: string
  debtor: string
  kind: string
  method: string | null
  total_sen: number
  status: string
}

/** Columns of platform invoices found. */
export const billColumns = columnsOf<FoundInvoice>()(
  { key: 'number', label: 'platform_invoice.number', kind: 'number' },
  { key: 'issued_on', label: 'platform_invoice.issued_on', kind: 'date' },
  { key: 'debtor', label: 'platform_invoice.debtor', room: 'who' },
  { key: 'kind', label: 'platform_invoice.kind', words: 'platform_invoice.kinds', room: 'wide' },
  { key: 'total_sen', label: 'platform_invoice.total_sen', kind: 'money', room: 'much' },
  { key: 'status', label: 'platform_invoice.status', kind: 'status' },
)
