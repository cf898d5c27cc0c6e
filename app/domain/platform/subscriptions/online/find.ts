import { type Kysely, sql } from 'kysely'
import {
  type AttemptState,
  isLive,
  isOpen,
  isUnanswered,
  outcomeOf,
} from '#app/domain/payments/attempts/attempt.ts'
import { payerStatus } from '#app/integrations/fpx/codes.ts'
import { dialectOf } from '#app/integrations/gateway/gateways.ts'
import type { DB } from '#db/types.ts'
import { platformIssuer } from '../paper/issuer.ts'

const debtor = sql<string>`coalesce(entity.name, registration.organisation_name)`
const contact = sql<string | null>`coalesce(entity.contact_email, registration.contact_email)`

/** An invoice of the platform for whoever has its code, and the payment that holds it; undefined for an unknown code. */
export async function billByCode(db: Kysely<DB>, code: string) {
  return billOf(db).where('invoice.public_code', '=', code).executeTakeFirst()
}

function billOf(db: Kysely<DB>) {
  return db
    .selectFrom('platform.platform_invoice as invoice')
    .leftJoin('platform.entity as entity', 'entity.id', 'invoice.entity_id')
    .leftJoin('platform.entity_registration as registration', 'registration.id', 'invoice.registration_id')
    .leftJoin('platform.payment_attempt as attempt', 'attempt.id', 'invoice.locked_by_attempt_id')
    .select(['invoice.id', 'invoice.number', 'invoice.public_code', 'invoice.kind', 'invoice.status'])
    .select(['invoice.total_sen', 'invoice.due_on', 'invoice.paid_on', 'invoice.method'])
    .select(['invoice.reference', 'invoice.bank_name', 'invoice.entity_id'])
    .select([debtor.as('debtor'), contact.as('contact'), 'attempt.public_code as held_by'])
}

/** Where an online payment of the platform's invoices goes; null while it takes none. */
export async function platformSeller(db: Kysely<DB>): Promise<string | null> {
  return (await platformIssuer(db)).fpx_seller_id
}

/**
 * How a payment of the platform stands, for whoever has its code, with the invoice that it was for; undefined for an unknown
 * code. `kept`: its money has come and does not pay the invoice, which was paid or cancelled meanwhile.
 */
export async function platformPayment(db: Kysely<DB>, code: string, now: Date) {
  const attempt = await db
    .selectFrom('platform.payment_attempt as attempt')
    .innerJoin('platform.platform_invoice_attempt as of', 'of.attempt_id', 'attempt.id')
    .innerJoin('platform.platform_invoice as invoice', 'invoice.id', 'of.invoice_id')
    .select(['attempt.id', 'attempt.state', 'attempt.amount_sen', 'attempt.order_no', 'attempt.model'])
    .select(['attempt.bank_name', 'attempt.bank_reference', 'attempt.gateway_transaction_id as fpx_id'])
    .select(['attempt.gateway_transaction_at', 'attempt.responded_at', 'attempt.requested_at'])
    .select(['attempt.response_code', 'attempt.expires_at', 'invoice.public_code as invoice_code'])
    .where('attempt.public_code', '=', code)
    .executeTakeFirst()
  if (!attempt) return undefined
  const bill = (await billByCode(db, attempt.invoice_code))!
  const state = attempt.state as AttemptState
  const outcome = outcomeOf(state)
  const { response_code } = attempt
  const meaning = response_code ? dialectOf('fpx').meaningOf(response_code) : null
  const pays = bill.method === 'fpx' && bill.reference === attempt.fpx_id
  const age = now.getTime() - attempt.requested_at.getTime()
  return {
    ...{ ...attempt, code, bill, outcome },
    reason: outcome === 'failed' ? (meaning?.reason ?? null) : null,
    status: state === 'needs_review' || !meaning ? ('pending' as const) : payerStatus(meaning),
    at: attempt.gateway_transaction_at ?? attempt.responded_at ?? attempt.requested_at,
    kept: outcome === 'paid' && !pays,
    may_continue: state === 'created',
    may_check: isOpen(state) && state !== 'created',
    may_start_over: isUnanswered(state) && response_code === '76',
    may_give_up: state === 'awaiting_approval',
    may_retry: (outcome === 'failed' || outcome === 'expired') && bill.status === 'unpaid',
    /** Seconds after which the page looks again by itself. */
    refresh: isLive(state) && state !== 'created' ? (age < 300_000 ? 5 : 60) : null,
  }
}
export type PlatformPayment = NonNullable<Awaited<ReturnType<typeof platformPayment>>>
