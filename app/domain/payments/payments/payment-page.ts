import { type Kysely, sql } from 'kysely'
import { refundedSen } from '#app/domain/accounting/collections/collection.ts'
import type { GivingKind } from '#app/domain/accounting/gifts/gift.ts'
import { todayIn } from '#app/domain/core/dates.ts'
import { type AttemptState, isLive, isOpen, isUnanswered } from '#app/domain/core/invoicing/attempt-states.ts'
import { type PaidLine, paidLines } from '#app/domain/core/invoicing/paid-lines.ts'
import { maskedTitle, type TitleFacts, titleFacts } from '#app/domain/core/invoicing/title.ts'
import { maskedAddress } from '#app/domain/core/mask.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { type Outcome, outcomeOf } from '#app/domain/payments/attempts/attempt.ts'
import { type PayerStatus, payerStatus, type Reason } from '#app/integrations/fpx/codes.ts'
import { dialectOf } from '#app/integrations/gateway/gateways.ts'
import type { DB } from '#db/types.ts'
import { creditOf } from './find-payments.ts'
import { type Moment, timelineOf } from './timeline.ts'

/** The public page of a payment; everything in it may be seen by its reader, who may be anyone with the link. */
export interface PaymentPage {
  code: string
  /** The attempt's outcome, or `cancelled` for a receipt that the organisation cancelled. */
  outcome: Outcome | 'cancelled'
  /** The bank's answer in the payer's terms; null before it answered. */
  reason: Reason | null
  /** PayNet's own status. */
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
  /** When the payment was started, answered by the bank, and is enquired about next. */
  requested_at: Date | null
  responded_at: Date | null
  next_enquiry_at: Date | null
  /** When the time to approve it ends. */
  expires_at: Date | null
  /**
   * Null until the payment is recorded. `reversed_on`: the day on which the organisation cancelled it. `sent_back_sen`: what
   * was refunded of a valid payment.
   */
  receipt: {
    payment_id: string
    number: string
    recorded_at: Date
    paid_on: string
    reversed_on: string | null
    sent_back_sen: number
    /** Where it is mailed to, shortened unless the reader is the payer; null where no address is known. */
    sent_to: string | null
  } | null
  late: boolean
  /** Further debits of the same order, which became credit; without a number while they are unassigned. */
  second: {
    number: string | null
    amount_sen: number | null
    fpx_id: string | null
    public_code: string | null
  }[]
  /** FPX's id of an answer under review, by which the payment can be found. */
  doubt_id: string | null
  credit_sen: number
  invoices: PaidInvoice[]
  /** The donation, if it pays no invoice. */
  gift: NonNullable<Awaited<ReturnType<typeof publicPayment>>>['gift']
  /** Code of the invoice to return to; of several invoices the first. */
  back: string | null
  several: boolean
  /** The payer has not gone to the bank yet, or may go there again. */
  may_continue: boolean
  may_check: boolean
  may_start_over: boolean
  /** CHIP has an unpaid purchase of it. */
  may_cancel: boolean
  /** It awaits approval and can be given up by the payer. */
  may_give_up: boolean
  given_up: boolean
  may_retry: boolean
  /** Events so far, and the next one. */
  moments: Moment[]
  /** Seconds after which the page reloads; null when the outcome is final. */
  refresh: number | null
}

/** An invoice of a payment: what went to it, or is asked for it, and what it is for. */
interface PaidInvoice {
  number: string | null
  public_code: string
  title: TitleFacts
  lines: PaidLine[]
  amount_sen: number
}

/** The page as of `now`, with whole names for the paying family (`parent_id`); undefined for an unknown code. */
export async function paymentPage(
  db: Kysely<DB>,
  code: string,
  now: Date,
  parent_id: string | null = null,
): Promise<PaymentPage | undefined> {
  const found = await publicPayment(db, code, parent_id)
  if (!found) return undefined
  const { attempt, payment, invoices, gift, back, several } = found
  const credit = payment ? creditOf(db, payment.id) : 0
  const mails = payment !== undefined && (await settings(db, 'invoice')).mail_receipts
  const receipt = receiptOf(payment, { parent_id, mails })
  const common = { code, invoices, gift, back, several, receipt }
  if (!attempt)
    return { ...common, credit_sen: await credit, second: [], doubt_id: null, ...counterPayment(payment!) }
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
    ...common,
    credit_sen,
    second,
    doubt_id,
    outcome: outcomeOf(state),
    reason: state === 'needs_review' ? 'review' : (meaning?.reason ?? null),
    status: state === 'needs_review' ? 'pending' : meaning ? payerStatus(meaning) : 'pending',
    // The amount received may differ from the one requested, once a person has compared it with the bank.
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
    moments: await timelineOf(db, { ...attempt, next_enquiry_at }, common.receipt?.recorded_at ?? null),
    refresh: isLive(state) ? refreshSeconds(now.getTime() - attempt.requested_at.getTime()) : null,
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

function receiptOf(
  payment: Found['payment'],
  { parent_id, mails }: { parent_id: string | null; mails: boolean },
): PaymentPage['receipt'] {
  if (!payment || !['paid', 'cancelled'].includes(payment.status)) return null
  const { id: payment_id, number, created_at: recorded_at, paid_on, cancelled_at, sent_back_sen } = payment
  const reversed_on = cancelled_at && todayIn(cancelled_at)
  const { payer_parent_id } = payment
  const mailed_to = mails && payment.second_debit_of === null ? payment.mailed_to : null
  const isPayer = payer_parent_id !== null && payer_parent_id === parent_id
  const sent_to = mailed_to && (isPayer ? mailed_to : maskedAddress(mailed_to))
  return { payment_id, number, recorded_at, paid_on, reversed_on, sent_back_sen, sent_to }
}

/** Seconds until the page reloads, by the age of the payment in milliseconds: often at first, seldom later. */
function refreshSeconds(age: number): number {
  if (age < 5 * 60_000) return 5
  return age < 60 * 60_000 ? 30 : 300
}

/**
 * An online attempt with its payment, or a payment recorded by hand; undefined for an unknown code. Student names are
 * masked except for the paying family.
 */
export async function publicPayment(db: Kysely<DB>, code: string, parent_id: string | null = null) {
  const [attempt, payment, asked, paid, gift] = await Promise.all([
    db.selectFrom('payment_attempt').selectAll().where('public_code', '=', code).executeTakeFirst(),
    db
      .selectFrom('payment')
      .select([
        'id',
        'number',
        'method',
        'paid_on',
        'amount_sen',
        'reference_no',
        'status',
        'created_at',
        'cancelled_at',
        'bank_name',
        'gateway_order_no',
        'gateway_transaction_id',
        'second_debit_of',
        'payer_parent_id',
      ])
      .select(receiptAddress.as('mailed_to'))
      .select(refundedSen(sql.ref('payment.id')).as('sent_back_sen'))
      .where('public_code', '=', code)
      .executeTakeFirst(),
    invoicesAsked(db, code),
    invoicesPaid(db, code),
    giftBy(db, code),
  ])
  if (!attempt && !payment) return undefined
  const invoices = (payment ? paid : asked).map(({ payer_parent_id, title, ...rest }) => ({
    ...rest,
    title: payer_parent_id === parent_id ? title : maskedTitle(title),
  }))
  // Set also when the invoice was paid already and the money became credit.
  const back = asked[0] ?? paid[0]
  const several = Math.max(asked.length, paid.length) > 1
  return { attempt, payment, invoices, gift: gift ?? null, back: back?.public_code ?? null, several }
}

/** What an online attempt is to pay, for a page that anybody with its code can open: names are masked. */
export async function askedFor(db: Kysely<DB>, code: string): Promise<AskedFor> {
  const [asked, gift] = await Promise.all([invoicesAsked(db, code), giftBy(db, code)])
  return { titles: asked.map(({ title }) => maskedTitle(title)), gift: gift ?? null }
}

export interface AskedFor {
  titles: TitleFacts[]
  /** The fund of a gift, in each language that it is named in. */
  gift: { type: string; type_en: string | null; type_my: string | null } | null
}

/** SQL: where the receipt of `payment` is mailed to, as `receiptRecipient` has it. */
const receiptAddress = sql<string | null>`coalesce(nullif(trim(payment.payer_email), ''),
  (select nullif(trim(parent.email), '') from parent where parent.id = payment.payer_parent_id))`

/** The donation of an attempt or a payment, without its donor. */
async function giftBy(db: Kysely<DB>, code: string) {
  return (
    db
      .selectFrom('donation')
      .leftJoin('infaq_type', 'infaq_type.id', 'donation.infaq_type_id')
      .leftJoin('zakat_type', 'zakat_type.id', 'donation.zakat_type_id')
      .select(['donation.amount_sen', 'donation.persons', sql<GivingKind>`donation.kind`.as('kind')])
      .select((eb) => [
        eb.fn.coalesce('infaq_type.name', 'zakat_type.name').$notNull().as('type'),
        eb.fn.coalesce('infaq_type.name_en', 'zakat_type.name_en').as('type_en'),
        eb.fn.coalesce('infaq_type.name_my', 'zakat_type.name_my').as('type_my'),
        eb.fn.coalesce('infaq_type.code', 'zakat_type.code').$notNull().as('type_code'),
      ])
      // By the keys of both, each by its own index: one `or` over joined tables would look at every gift.
      .where(
        sql<boolean>`(donation.payment_id = (select id from payment where public_code = ${code})
        or donation.attempt_id = (select id from payment_attempt where public_code = ${code}))`,
      )
      .executeTakeFirst()
  )
}

async function invoicesAsked(db: Kysely<DB>, code: string) {
  return db
    .selectFrom('payment_attempt')
    .innerJoin('payment_attempt_invoice', 'payment_attempt_invoice.attempt_id', 'payment_attempt.id')
    .innerJoin('invoice', 'invoice.id', 'payment_attempt_invoice.invoice_id')
    .select(['invoice.number', 'invoice.public_code', 'invoice.payer_parent_id'])
    .select(['payment_attempt_invoice.amount_sen', titleFacts.as('title'), paidLines.as('lines')])
    .where('payment_attempt.public_code', '=', code)
    .orderBy('payment_attempt_invoice.position')
    .execute()
}

async function invoicesPaid(db: Kysely<DB>, code: string) {
  return db
    .selectFrom('payment')
    .innerJoin('payment_allocation', 'payment_allocation.payment_id', 'payment.id')
    .innerJoin('invoice', 'invoice.id', 'payment_allocation.invoice_id')
    .select(['invoice.number', 'invoice.public_code', 'invoice.payer_parent_id'])
    .select(['payment_allocation.amount_sen', titleFacts.as('title'), paidLines.as('lines')])
    .where('payment.public_code', '=', code)
    .orderBy('invoice.number')
    .execute()
}

/** The attempt that a payer may enquire about. */
export async function attemptByCode(db: Kysely<DB>, code: string) {
  return db
    .selectFrom('payment_attempt')
    .select(['id', 'state', 'gateway'])
    .where('public_code', '=', code)
    .executeTakeFirst()
}

/** Further debits of a paid order: recorded as credit, or unassigned until a person has decided about them. */
async function secondDebits(db: Kysely<DB>, attempt_id: string) {
  const [booked, unassigned] = await Promise.all([
    db
      .selectFrom('payment')
      .select(['number', 'amount_sen', 'gateway_transaction_id as fpx_id', 'public_code'])
      .where('second_debit_of', '=', attempt_id)
      .orderBy('number')
      .execute(),
    db
      .selectFrom('platform.payment_exception')
      .select(['amount_sen', 'transaction_id as fpx_id'])
      .where('attempt_id', '=', attempt_id)
      .where('kind', '=', 'second_debit')
      .where('payment_id', 'is', null)
      .where('state', '<>', 'resolved')
      .orderBy('raised_at')
      .execute(),
  ])
  return [...booked, ...unassigned.map((row) => ({ ...row, number: null, public_code: null }))]
}

/** FPX's id of the latest message under review, by which the payer's money can be found. */
async function idInDoubt(db: Kysely<DB>, attempt_id: string): Promise<string | null> {
  const row = await db
    .selectFrom('platform.payment_exception')
    .select('transaction_id')
    .where('attempt_id', '=', attempt_id)
    .where('kind', 'in', ['mismatch', 'id_claimed', 'bank_problem'])
    .where('state', '<>', 'resolved')
    .where('transaction_id', 'is not', null)
    .orderBy('raised_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.transaction_id ?? null
}

/** Code of an attempt's public page. */
export async function publicCodeOf(db: Kysely<DB>, attempt_id: string): Promise<string> {
  const { public_code } = await db
    .selectFrom('payment_attempt')
    .select('public_code')
    .where('id', '=', attempt_id)
    .executeTakeFirstOrThrow()
  return public_code
}
