import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { noFee } from '#app/domain/core/invoicing/fpx-fee.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keyring } from '#app/domain/core/secrets.ts'
import { type Gift, giftOf, secondGift } from '#app/domain/giving/donations/gift-of.ts'
import { isLate } from '#app/domain/payments/attempts/attempt.ts'
import { planEnquiry } from '#app/domain/payments/attempts/enquiry/plan-enquiry.ts'
import { type LockedAttempt, lockedAttempt } from '#app/domain/payments/attempts/locked-attempt.ts'
import { payeeOf } from '#app/domain/payments/attempts/payees/payees.ts'
import { debitOf, familiesOf, familyOf } from '#app/domain/payments/attempts/post-attempt.ts'
import { isPlatforms } from '#app/domain/payments/attempts/purpose.ts'
import {
  type Family,
  postGift,
  postPayment,
  postToCredit,
  postUntold,
} from '#app/domain/payments/payments/post.ts'
import { bookForPlatform } from '#app/domain/platform/subscriptions/online/payee.ts'
import type { Report } from '#app/integrations/gateway/gateway.ts'
import { dialectOf } from '#app/integrations/gateway/gateways.ts'
import { newPublicCode } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { claimTransaction } from './claim.ts'
import { answerOf, type DeskException } from './find-exceptions.ts'

interface Booking {
  /** Whose credit it is to be, where the order does not tell. */
  family_code: string | undefined
  /** Of FPX; what came by another gateway names its own. */
  environment: string
  /** Opens the message. */
  ring: Keyring
  at: Date
}

/**
 * Enters the money of a message that a person has compared with the bank: exactly the amount that the message names, for
 * the invoices of its order, the rest as credit; of an order that was paid, all of it as credit. Returns the payment.
 * Refuses a transaction that pays by now (payment_exception.claimed), the code of another family than the order's own
 * (payment_exception.other_family) and, where it cannot be told whose the money is, a missing or unknown code.
 */
export async function bookException(
  trx: Transaction<DB>,
  actor: Actor,
  row: DeskException,
  { family_code, environment, ring, at }: Booking,
): Promise<string> {
  const { attempt, ac, debit } = await claimedDebit(trx, row, { environment, ring, at })
  if (isPlatforms(attempt.purpose)) {
    const paid = await bookForPlatform(trx, actor, attempt, { ac, environment, at }, debit.amount_sen)
    await settle(trx, attempt, ac, at)
    return paid
  }
  const gift = await giftOf(trx, attempt)
  if (gift && attempt.state === 'paid') return bookSecondGift(trx, actor, gift, debit, { untold: false })
  const family = gift ? undefined : await whose(trx, attempt.id, family_code)
  if (attempt.state === 'paid') {
    if (!family) throw new Refusal('payment_exception.family_code', 'family_code')
    return (await postToCredit(trx, actor, { ...debit, family })).payment_id
  }
  await settle(trx, attempt, ac, at)
  // Less than its own fee came: then there is none.
  const paysFee = debit.amount_sen > attempt.payer_fee_sen
  const posting = {
    ...debit,
    payer_fee_sen: paysFee ? attempt.payer_fee_sen : 0,
    tenant_fee_sen: paysFee ? Math.min(attempt.tenant_fee_sen, debit.amount_sen - attempt.payer_fee_sen) : 0,
    public_code: attempt.public_code,
  }
  if (gift) return (await postGift(trx, actor, { ...posting, gift })).payment_id
  return (await postPayment(trx, actor, posting)).payment_id
}

/** Of an order that was a gift, money that came besides is another gift for the same. */
async function bookSecondGift(
  trx: Transaction<DB>,
  actor: Actor,
  gift: Gift,
  debit: Awaited<ReturnType<typeof claimedDebit>>['debit'],
  { untold }: { untold: boolean },
): Promise<string> {
  const public_code = newPublicCode()
  await trx.insertInto('platform.public_code').values({ code: public_code, kind: 'payment' }).execute()
  const { payment_id } = await postGift(trx, actor, {
    ...{ ...debit, ...noFee, public_code, untold },
    gift: await secondGift(trx, gift, debit.amount_sen),
    gateway: { ...debit.gateway, second: true },
  })
  return payment_id
}

/**
 * Enters money that went back before anybody had entered it, so that both books tell of it in and out: a payment of its
 * own in the name of the order's first family, whose credit it is until {@link giveBackCredit}. Returns the payment, null
 * where the platform was paid, in whose books only paid invoices stand; refuses a transaction that pays by now (payment_exception.claimed).
 */
export async function bookReturned(
  trx: Transaction<DB>,
  actor: Actor,
  row: DeskException,
  about: Omit<Booking, 'family_code'>,
): Promise<string | null> {
  const { attempt, debit } = await claimedDebit(trx, row, about)
  if (isPlatforms(attempt.purpose)) return null
  const gift = await giftOf(trx, attempt)
  if (gift) return bookSecondGift(trx, actor, gift, debit, { untold: true })
  const [family] = await familiesOf(trx, attempt.id)
  return (await postUntold(trx, actor, { ...debit, family: family! })).payment_id
}

/**
 * The money of the message as it is entered, once nobody else can enter it. Refuses a transaction that pays by now
 * (payment_exception.claimed).
 */
export async function claimedDebit(
  trx: Transaction<DB>,
  row: DeskException,
  { environment: usual, ring, at }: Omit<Booking, 'family_code'>,
) {
  const attempt = await lockedAttempt(trx, row.attempt_id!)
  const environment = dialectOf(attempt.gateway).environmentOf(attempt.request_fields, usual)
  const ac = await answerOf(trx, ring, row.message_id)
  if (!ac || row.amount_sen === null) throw new Refusal('payment_exception.not_bookable', 'decision')
  const claim = await claimTransaction(trx, attempt, environment, ac.txn_id)
  const transaction = { gateway: attempt.gateway, environment, transaction_id: ac.txn_id }
  // Two messages may tell of one transaction, of which one came as it was asked.
  if (claim === 'elsewhere' || (await payeeOf(attempt.purpose).isPosted(trx, transaction)))
    throw new Refusal('payment_exception.claimed', 'decision')
  return { attempt, ac, debit: { ...debitOf(attempt, { ac, environment, at }), amount_sen: row.amount_sen } }
}

/** The family of the order, or else of the code; undefined where neither tells. Refuses a code of another than its own. */
async function whose(
  trx: Transaction<DB>,
  attempt_id: string,
  family_code: string | undefined,
): Promise<Family | undefined> {
  const own = await familyOf(trx, attempt_id)
  if (!family_code) return own
  const typed = await trx
    .selectFrom('parent')
    .select(['id as parent_id', 'name', 'email'])
    .where('family_code', '=', family_code)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (own && own.parent_id !== typed?.parent_id)
    throw new Refusal('payment_exception.other_family', 'family_code')
  if (own || !typed) return own
  const { branch_id } = await trx
    .selectFrom('payment_attempt_invoice')
    .innerJoin('invoice', 'invoice.id', 'payment_attempt_invoice.invoice_id')
    .select('invoice.branch_id')
    .where('payment_attempt_invoice.attempt_id', '=', attempt_id)
    .orderBy('payment_attempt_invoice.position')
    .executeTakeFirstOrThrow()
  return { ...typed, branch_id }
}

/** The attempt ends as a message of success would have ended it, had it been as asked. */
async function settle(trx: Transaction<DB>, attempt: LockedAttempt, ac: Report, at: Date): Promise<void> {
  await trx
    .updateTable('payment_attempt')
    .set({
      state: 'paid',
      late_success: isLate(attempt.state),
      next_enquiry_at: null,
      responded_at: at,
      response_code: ac.debit_code.slice(0, 20),
      bank_reference: ac.debit_no || null,
      gateway_transaction_id: ac.txn_id,
      gateway_transaction_at: ac.txn_at,
    })
    .where('id', '=', attempt.id)
    .execute()
  await planEnquiry(trx, attempt, null)
}
