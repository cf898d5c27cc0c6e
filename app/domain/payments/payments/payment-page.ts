import type { Kysely } from 'kysely'
import { todayIn } from '#app/domain/core/dates.ts'
import { type AttemptState, isLive, isOpen, isUnanswered } from '#app/domain/core/invoicing/attempt-states.ts'
import { type Outcome, outcomeOf } from '#app/domain/payments/attempts/attempt.ts'
import { type PayerStatus, payerStatus, type Reason } from '#app/integrations/fpx/codes.ts'
import { dialectOf } from '#app/integrations/gateway/gateways.ts'
import type { DB } from '#db/types.ts'
import { creditOf } from './find-payments.ts'
import { idInDoubt, publicPayment, secondDebits } from './public.ts'
import { type Moment, timelineOf } from './timeline.ts'

/** Holds nothing that a stranger should not know. */
export interface PaymentPage {
  code: string
  /** One of the six, or a receipt that the organisation cancelled. */
  outcome: Outcome | 'cancelled'
  /** What the bank said, in the payer's terms; null while it has said nothing. */
  reason: Reason | null
  /** PayNet's own word. */
  status: PayerStatus | null
  amount_sen: number
  payer_fee_sen: number
  method: string
  model: string | null
  bank_name: string | null
  order_no: string | null
  fpx_id: string | null
  reference_no: string | null
  /** FPX's own time of the transaction. */
  paid_at: Date | null
  /** When the payer set out, when the bank decided something, when we ask again. */
  requested_at: Date | null
  responded_at: Date | null
  next_enquiry_at: Date | null
  /** When an approver's time ends. */
  expires_at: Date | null
  /**
   * Null until the money has come. `reversed_on`: the day on which the organisation took it back; it holds no more.
   * `sent_back_sen`: what of it went back though it holds.
   */
  receipt: {
    payment_id: string
    number: string
    recorded_at: Date
    paid_on: string
    reversed_on: string | null
    sent_back_sen: number
  } | null
  late: boolean
  /** Further debits of the same order, the family's credit; without a number while it is not known whose. */
  second: {
    number: string | null
    amount_sen: number | null
    fpx_id: string | null
    public_code: string | null
  }[]
  /** FPX's id of an answer that is in doubt: by it the money is found. */
  doubt_id: string | null
  credit_sen: number
  invoices: { number: string | null; public_code: string; student: string; amount_sen: number }[]
  /** What was given for, where it pays no invoice. */
  gift: NonNullable<Awaited<ReturnType<typeof publicPayment>>>['gift']
  /** Code of the invoice to go back to; of one of several. */
  back: string | null
  several: boolean
  /** The payer has chosen a bank and never opened the door to it, or may open it again. */
  may_continue: boolean
  may_check: boolean
  may_start_over: boolean
  /** CHIP has made a purchase of it that nobody has paid. */
  may_cancel: boolean
  /** It waits for an approver, and the payer may have made a mistake. */
  may_give_up: boolean
  given_up: boolean
  may_retry: boolean
  /** What happened so far, and what comes next. */
  moments: Moment[]
  /** Seconds after which the page looks again by itself; null when there is nothing to wait for. */
  refresh: number | null
}

/** As of `now`; undefined for an unknown code. */
export async function paymentPage(db: Kysely<DB>, code: string, now: Date): Promise<PaymentPage | undefined> {
  const found = await publicPayment(db, code)
  if (!found) return undefined
  const { attempt, payment, invoices, gift, back, several } = found
  const credit = payment ? creditOf(db, payment.id) : 0
  const told = { code, invoices, gift, back, several, receipt: receiptOf(payment) }
  if (!attempt)
    return { ...told, credit_sen: await credit, second: [], doubt_id: null, ...counterPayment(payment!) }
  const [credit_sen, second, doubt_id] = await Promise.all([
    credit,
    secondDebits(db, attempt.id),
    idInDoubt(db, attempt.id),
  ])

  const state = attempt.state as AttemptState
  const undecided = isOpen(state)
  const next_enquiry_at = undecided ? attempt.next_enquiry_at : null
  const { gateway, response_code } = attempt
  const meaning = response_code ? dialectOf(gateway).meaningOf(response_code) : null
  const unpaid = state === 'redirected' && attempt.checkout_url !== null
  const unopened = state === 'created' || unpaid
  return {
    ...told,
    credit_sen,
    second,
    doubt_id,
    outcome: outcomeOf(state),
    reason: state === 'needs_review' ? 'review' : (meaning?.reason ?? null),
    status: state === 'needs_review' ? 'pending' : meaning ? payerStatus(meaning) : 'pending',
    // What came may be another sum than was asked for, once a person has compared it with the bank.
    amount_sen: payment?.amount_sen ?? attempt.amount_sen,
    payer_fee_sen: attempt.payer_fee_sen,
    method: attempt.gateway,
    model: attempt.model,
    bank_name: attempt.bank_name,
    order_no: attempt.order_no,
    fpx_id: attempt.gateway_transaction_id ?? doubt_id,
    reference_no: attempt.bank_reference,
    paid_at: attempt.gateway_transaction_at,
    requested_at: attempt.requested_at,
    responded_at: isUnanswered(state) ? null : attempt.responded_at,
    next_enquiry_at,
    expires_at: attempt.expires_at,
    late: attempt.late_success,
    may_continue: unopened,
    may_check: undecided && state !== 'created',
    may_start_over: isUnanswered(state) && response_code === '76',
    may_cancel: unpaid,
    may_give_up: state === 'awaiting_approval',
    given_up: attempt.given_up_at !== null && state !== 'paid',
    may_retry: ['failed', 'expired'].includes(outcomeOf(state)),
    moments: await timelineOf(db, { ...attempt, next_enquiry_at }, told.receipt?.recorded_at ?? null),
    refresh: isLive(state) ? pause(now.getTime() - attempt.requested_at.getTime()) : null,
  }
}

type Found = NonNullable<Awaited<ReturnType<typeof publicPayment>>>

function counterPayment(payment: NonNullable<Found['payment']>) {
  const paid = payment.status === 'paid'
  return {
    outcome: paid ? ('paid' as const) : ('cancelled' as const),
    reason: null,
    status: null,
    amount_sen: payment.amount_sen,
    payer_fee_sen: 0,
    method: payment.method,
    model: null,
    bank_name: payment.bank_name,
    order_no: payment.gateway_order_no,
    fpx_id: payment.gateway_transaction_id,
    reference_no: payment.reference_no,
    paid_at: null,
    requested_at: null,
    responded_at: null,
    next_enquiry_at: null,
    expires_at: null,
    late: false,
    may_continue: false,
    may_check: false,
    may_start_over: false,
    may_cancel: false,
    may_give_up: false,
    given_up: false,
    may_retry: false,
    moments: [],
    refresh: null,
  }
}

function receiptOf(payment: Found['payment']): PaymentPage['receipt'] {
  if (!payment || !['paid', 'cancelled'].includes(payment.status)) return null
  const { id: payment_id, number, created_at: recorded_at, paid_on, cancelled_at, sent_back_sen } = payment
  const reversed_on = cancelled_at && todayIn(cancelled_at)
  return { payment_id, number, recorded_at, paid_on, reversed_on, sent_back_sen }
}

/** Seconds by the age of the payment in milliseconds: often while the payer looks on, seldom later. */
function pause(age: number): number {
  if (age < 5 * 60_000) return 5
  return age < 60 * 60_000 ? 30 : 300
}
