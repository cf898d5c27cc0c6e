import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { addDays, todayIn } from '#app/domain/core/dates.ts'
import { giftOf } from '#app/domain/giving/donations/gift-of.ts'
import {
  type Family,
  type Posted,
  postGift,
  postPayment,
  postToCredit,
} from '#app/domain/payments/payments/post.ts'
import type { GatewayName } from '#app/integrations/gateway/gateway.ts'
import type { DB } from '#db/types.ts'
import type { Alarm } from './alarm.ts'
import type { Answer } from './answer.ts'
import { bankOf, type LockedAttempt } from './locked-attempt.ts'

export interface Posting {
  /** Null when it could not be told whose the money is. */
  payment_id: string | null
  alarm: Alarm | null
}

/** Posts the attempt's own amount, whatever its invoices owe by now, since that left the payer's account. */
export async function postAttempt(
  trx: Transaction<DB>,
  actor: Actor,
  attempt: LockedAttempt,
  answer: Answer,
  beside?: (posting: Posting) => Promise<unknown>,
): Promise<Posting & { payment_id: string }> {
  const { amount_sen, payer_fee_sen, tenant_fee_sen, public_code } = attempt
  const posting = {
    ...debitOf(attempt, answer),
    ...{ amount_sen, payer_fee_sen, tenant_fee_sen, public_code },
  }
  const gift = await giftOf(trx, attempt)
  const told = ({ payment_id, credit_sen }: Posted) => {
    const detail = `${credit_sen} sen to the family's credit`
    const alarm: Alarm | null = credit_sen > 0 ? { reason: 'credited', detail } : null
    return { payment_id, alarm }
  }
  const also = beside && ((posted: Posted) => beside(told(posted)))
  return told(
    await (gift ? postGift(trx, actor, { ...posting, gift }, also) : postPayment(trx, actor, posting, also)),
  )
}

/**
 * The bank has debited an order once more that was paid already: the whole of it is the family's credit, without a fee
 * that nobody agreed to a second time. When the invoices are not of one family any more, or it has left, or it was a gift,
 * it waits until a person says whose it is.
 */
export async function postSecondDebit(
  trx: Transaction<DB>,
  actor: Actor,
  attempt: LockedAttempt,
  answer: Answer,
): Promise<Posting> {
  const family = await familyOf(trx, attempt.id)
  const detail = `${attempt.amount_sen} sen once more, as ${answer.ac.txn_id}`
  const alarm = { reason: 'second_debit', detail } as const
  if (!family) return { payment_id: null, alarm }
  const posted = await postToCredit(trx, actor, {
    ...debitOf(attempt, answer),
    amount_sen: attempt.amount_sen,
    family,
  })
  return { payment_id: posted.payment_id, alarm }
}

/** Undefined when its invoices are of several, or of one that has left. */
export async function familyOf(trx: Transaction<DB>, attempt_id: string): Promise<Family | undefined> {
  const families = await familiesOf(trx, attempt_id)
  const [first] = families
  const one = families.every(({ parent_id }) => parent_id === first?.parent_id)
  return one && first && !first.deleted_at ? first : undefined
}

/** In the order of its invoices; the first is whom a payment of the order names. */
export async function familiesOf(trx: Transaction<DB>, attempt_id: string) {
  return trx
    .selectFrom('payment_attempt_invoice')
    .innerJoin('invoice', 'invoice.id', 'payment_attempt_invoice.invoice_id')
    .innerJoin('parent', 'parent.id', 'invoice.payer_parent_id')
    .select([
      'parent.id as parent_id',
      'parent.name',
      'parent.email',
      'invoice.branch_id',
      'parent.deleted_at',
    ])
    .where('payment_attempt_invoice.attempt_id', '=', attempt_id)
    .orderBy('payment_attempt_invoice.position')
    .execute()
}

/** What a debit tells of itself, and the attempt of who made it. */
export function debitOf(
  attempt: LockedAttempt,
  { ac, environment, at }: Pick<Answer, 'ac' | 'environment' | 'at'>,
) {
  return {
    method: attempt.gateway as GatewayName,
    paid_on: paidOn(ac.txn_at, attempt.requested_at, at),
    today: todayIn(at),
    payer_name: attempt.buyer_name,
    payer_email: attempt.buyer_email,
    reference_no: ac.debit_no || null,
    remark: null,
    received_by: null,
    gateway: {
      attempt_id: attempt.id,
      environment,
      transaction_id: ac.txn_id,
      order_no: attempt.order_no,
      bank_name: bankOf(attempt, ac).bank_name,
    },
  }
}

/** The day of the debit as FPX names it: the answer may come after midnight. A day that cannot be is today. */
function paidOn(txn_at: Date | null, requested_at: Date, at: Date): string {
  const today = todayIn(at)
  if (!txn_at) return today
  const on = todayIn(txn_at)
  return on < addDays(todayIn(requested_at), -1) || on > today ? today : on
}
