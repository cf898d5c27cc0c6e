import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import type { Actor } from '#app/domain/core/actor.ts'
import { recordOperator } from '#app/domain/core/audit.ts'
import { touched } from '#app/domain/core/changed.ts'
import { todayIn } from '#app/domain/core/dates.ts'
import { versionInForce } from '#app/domain/core/help/legal-versions.ts'
import { type AttemptState, isLive, isOpen, isUnanswered } from '#app/domain/core/invoicing/attempt-states.ts'
import { noFee } from '#app/domain/core/invoicing/payment-rules.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { outcomeOf } from '#app/domain/payments/attempts/attempt.ts'
import { lockMinutes } from '#app/domain/payments/attempts/enquiry-schedule.ts'
import type { LockedAttempt } from '#app/domain/payments/attempts/locked-attempt.ts'
import {
  type ConfirmedDebit,
  debitFacts,
  noPosting,
  type Payee,
} from '#app/domain/payments/attempts/payee.ts'
import { fpxBeginning, type StartTerms, storeAttempt } from '#app/domain/payments/attempts/start.ts'
import { startForm } from '#app/domain/payments/baskets/basket.ts'
import { lockRegistration } from '#app/domain/platform/registrations/registration-fee.ts'
import { certificateFault } from '#app/integrations/fpx/certificates/validity.ts'
import { payerStatus } from '#app/integrations/fpx/codes.ts'
import type { FpxConfig } from '#app/integrations/fpx/config.ts'
import { DEFAULT_LIMITS, limitRefusal } from '#app/integrations/fpx/limits.ts'
import { dialectOf } from '#app/integrations/gateway/gateways.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { settlePlatformInvoice } from './issue-and-settle.ts'
import { platformIssuer } from './issuer.ts'

const debtor = sql<string>`coalesce(entity.name, registration.organisation_name)`
const contact = sql<string | null>`coalesce(entity.contact_email, registration.contact_email)`

/** A platform invoice by its public code, with the payment that has reserved it; undefined for an unknown code. */
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

/** The platform's FPX seller id; null while it takes no online payments. */
export async function platformSeller(db: Kysely<DB>): Promise<string | null> {
  return (await platformIssuer(db)).fpx_seller_id
}

/**
 * The state of an online payment by its public code, with its invoice; undefined for an unknown code. `kept`: the money
 * arrived but did not pay the invoice, which had been paid or cancelled in the meantime.
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
    /** Seconds after which the page reloads itself. */
    refresh: isLive(state) && state !== 'created' ? (age < 300_000 ? 5 : 60) : null,
  }
}

/** The payer's choice of account and bank for an invoice of the platform. */
export const payBillForm = startForm.pick({
  model: true,
  bank: true,
  buyer_name: true,
  buyer_email: true,
})

/** Actions on a payment, for anyone with its code. */
export const billVerbForm = z.object({ verb: z.enum(['check', 'retry', 'start_over', 'give_up']) })

/** Days within which a company's approver must approve. */
const approvalDays = 7

/**
 * Starts the online payment of a platform invoice, found by its public code, in full and without an FPX fee. Returns the code
 * of the payment's page. Runs in the platform's schema. Refuses an expired certificate (payment.gateway_paused), a platform
 * without a seller id (payment.online_off), a bank that is down (payment.bank_offline), an unknown code (not_found.invoice),
 * an invoice reserved by another payment (invoice.in_payment) or not open (invoice.not_payable), and amounts outside FPX's
 * limits.
 */
export async function startPlatformPayment(
  trx: Transaction<DB>,
  actor: Actor,
  config: FpxConfig,
  { invoice: invoice_code, ...request }: StartTerms & { invoice: string },
): Promise<string> {
  const { model, bank, at } = request
  if (certificateFault(config, at)) throw new Refusal('payment.gateway_paused')
  const { fpx_seller_id: seller_id } = await platformIssuer(trx)
  if (!seller_id) throw new Refusal('payment.online_off')
  if (!bank.online) throw new Refusal('payment.bank_offline', 'bank')
  const id = newId()
  const until = new Date(at.getTime() + lockMinutes * 60_000)
  const { id: invoice_id, number, entity_id, total_sen } = await takeInvoice(trx, id, invoice_code, until)
  const refusal = limitRefusal(model, total_sen, DEFAULT_LIMITS)
  if (refusal) throw new Refusal(refusal)
  const fpx_terms_version = (await versionInForce(trx, 'fpx-terms', todayIn(at))) ?? null
  const terms = { seller_id, approval_days: approvalDays, fpx_terms_version }
  const beginning = fpxBeginning(config, request, terms, noFee)
  const what = { id, purpose: 'platform_invoice', amount_sen: total_sen, description: number } as const
  const { code, order_no, stored } = storeAttempt(trx, actor, request, beginning, what)
  await stored
  await trx.insertInto('platform.platform_invoice_attempt').values({ attempt_id: id, invoice_id }).execute()
  const after = { number, order_no, model, bank: bank.code, amount_sen: total_sen }
  const object = { type: 'platform_invoice', id: invoice_id, entity_id }
  await recordOperator(trx, actor, 'platform_invoice.payment_started', object, { after })
  return code
}

async function takeInvoice(trx: Transaction<DB>, attempt_id: string, code: string, locked_until: Date) {
  const taken = await trx
    .updateTable('platform.platform_invoice')
    .set({ status: 'pending', locked_until, locked_by_attempt_id: attempt_id, ...touched })
    .where('public_code', '=', code)
    .where('status', '=', 'unpaid')
    .returning(['id', 'number', 'entity_id', 'total_sen'])
    .executeTakeFirst()
  if (taken) return taken
  const found = await trx
    .selectFrom('platform.platform_invoice')
    .select('status')
    .where('public_code', '=', code)
    .executeTakeFirst()
  if (!found) throw new Refusal('not_found.invoice')
  throw new Refusal(found.status === 'pending' ? 'invoice.in_payment' : 'invoice.not_payable')
}

/**
 * Platform invoices as a payee of FPX, in the platform's schema. An invoice is paid in full and once; as there are no credits
 * with the platform, money for a paid or cancelled invoice becomes a payment exception until it is refunded.
 */
export const platformPayee: Payee = {
  async release(trx, actor, { id: attempt_id, order_no }, end) {
    const freed = await trx
      .updateTable('platform.platform_invoice')
      .set({ status: 'unpaid', locked_until: null, locked_by_attempt_id: null, ...touched })
      .where('locked_by_attempt_id', '=', attempt_id)
      .where('status', '=', 'pending')
      .returning(['id', 'number', 'entity_id'])
      .executeTakeFirst()
    if (!freed) return 0
    const { id, number, entity_id } = freed
    const after = { number, order_no, ...end }
    const object = { type: 'platform_invoice', id, entity_id }
    await recordOperator(trx, actor, 'platform_invoice.payment_ended', object, { after })
    return 1
  },
  async relock(trx, attempt_id, locked_until) {
    await trx
      .updateTable('platform.platform_invoice')
      .set({ status: 'pending', locked_until, locked_by_attempt_id: attempt_id, ...touched })
      .where('id', '=', (eb) =>
        eb
          .selectFrom('platform.platform_invoice_attempt')
          .select('invoice_id')
          .where('attempt_id', '=', attempt_id),
      )
      .where('status', '=', 'unpaid')
      .execute()
  },
  async extendLock(trx, attempt_id, locked_until) {
    await trx
      .updateTable('platform.platform_invoice')
      .set({ locked_until })
      .where('locked_by_attempt_id', '=', attempt_id)
      .where('status', '=', 'pending')
      .execute()
  },
  async hasExpiredLock(trx, attempt_id, at) {
    const overdue = await trx
      .selectFrom('platform.platform_invoice')
      .select('id')
      .where('locked_by_attempt_id', '=', attempt_id)
      .where('locked_until', '<=', at)
      .executeTakeFirst()
    return overdue !== undefined
  },
  async preparePosting(trx, actor, attempt, answer) {
    const payment_id = await openInvoiceOf(trx, attempt.id)
    const detail = `${attempt.amount_sen} sen as ${answer.report.txn_id}, and the invoice is not open`
    if (!payment_id) return noPosting({ reason: 'not_owed', detail })
    const debit = debitFacts(attempt, answer)
    return { payment_id, alarm: null, write: () => settleByDebit(trx, actor, payment_id, debit) }
  },
  async prepareSecondPosting(_trx, _actor, { amount_sen }, { report }) {
    return noPosting({ reason: 'second_debit', detail: `${amount_sen} sen once more, as ${report.txn_id}` })
  },
  postConfirmed: bookForPlatform,
  postConfirmedSecond: bookForPlatform,
  // The platform's books contain only paid invoices.
  postReturned: async () => null,
  async findPayment(trx, attempt_id) {
    const paid = await trx
      .selectFrom('platform.platform_invoice_attempt as of')
      .innerJoin('platform.payment_attempt as attempt', 'attempt.id', 'of.attempt_id')
      .innerJoin('platform.platform_invoice as invoice', 'invoice.id', 'of.invoice_id')
      .select('invoice.id')
      .where('of.attempt_id', '=', attempt_id)
      .where('invoice.method', '=', 'fpx')
      .whereRef('invoice.reference', '=', 'attempt.gateway_transaction_id')
      .executeTakeFirst()
    return paid?.id ?? null
  },
  // The platform refunds nothing through a gateway.
  unrequestedRefund: async (_trx, _actor, _attempt, { amount_sen }) => amount_sen,
  async isPosted(trx, { transaction_id }) {
    const paid = await trx
      .selectFrom('platform.payment_attempt')
      .select('id')
      .where('gateway_transaction_id', '=', transaction_id)
      .where('state', '=', 'paid')
      .executeTakeFirst()
    return paid !== undefined
  },
  // Platform invoices belong to no branch.
  branchesOf: async () => [],
}

/**
 * Locks the invoice of an attempt and returns its id; null if it is no longer open. A registration is locked before its
 * invoice, in the same order as a decision.
 */
async function openInvoiceOf(trx: Transaction<DB>, attempt_id: string): Promise<string | null> {
  const { id, registration_id } = await trx
    .selectFrom('platform.platform_invoice_attempt as of')
    .innerJoin('platform.platform_invoice as invoice', 'invoice.id', 'of.invoice_id')
    .select(['invoice.id', 'invoice.registration_id'])
    .where('of.attempt_id', '=', attempt_id)
    .executeTakeFirstOrThrow()
  if (registration_id) await lockRegistration(trx, registration_id)
  const open = await trx
    .selectFrom('platform.platform_invoice')
    .select('id')
    .where('id', '=', id)
    .where('status', 'in', ['unpaid', 'pending'])
    .forUpdate()
    .executeTakeFirst()
  return open ? id : null
}

/** Settles the invoice with a debit found at the bank. */
async function settleByDebit(
  trx: Transaction<DB>,
  actor: Actor,
  invoice_id: string,
  { paid_on, today, gateway }: Pick<ConfirmedDebit, 'paid_on' | 'today' | 'gateway'>,
): Promise<void> {
  const { transaction_id: reference, bank_name } = gateway
  const how = { on: paid_on, method: 'fpx', reference, bank_name } as const
  await settlePlatformInvoice(trx, actor, invoice_id, how, today)
}

/**
 * Books a payment that a person has checked against the bank. Refuses (payment_exception.not_owed) an amount other than the
 * invoice's, and an invoice that is not open.
 */
async function bookForPlatform(
  trx: Transaction<DB>,
  actor: Actor,
  attempt: LockedAttempt,
  debit: ConfirmedDebit,
): Promise<string> {
  const invoice_id = debit.amount_sen === attempt.amount_sen ? await openInvoiceOf(trx, attempt.id) : null
  if (!invoice_id) throw new Refusal('payment_exception.not_owed', 'decision')
  await settleByDebit(trx, actor, invoice_id, debit)
  return invoice_id
}
