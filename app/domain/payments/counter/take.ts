import type { Transaction } from 'kysely'
import { allocate } from '#app/domain/accounting/credits/allocation.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { type CounterInput, mostPaidAtOnce } from '#app/domain/payments/payments/payment-form.ts'
import type { Posted } from '#app/domain/payments/payments/post-payment.ts'
import {
  payableInvoices,
  postCounterPayment,
  type RecordRules,
} from '#app/domain/payments/payments/record-payment.ts'
import { openInvoicesOf } from '#app/domain/people/families/find-family.ts'
import type { DB } from '#db/types.ts'
import { tillOf } from './till.ts'

/**
 * Takes down what a family brings to the counter today: it goes to the oldest of its invoices that the scope reaches. Cash
 * is rounded where the organisation rounds it. Refuses besides {@link recordFamilyPayment} a family with nothing to pay
 * (payment.nothing_due), less cash than is asked for (payment.given_below), and a sum that would be rounded to nothing.
 */
export async function recordAtCounter(
  trx: Transaction<DB>,
  actor: Actor,
  parent_id: string,
  input: CounterInput,
  { scope, today }: Pick<RecordRules, 'scope' | 'today'>,
): Promise<Posted> {
  const till = await tillOf(trx, actor, { ...input, paid_on: today }, today)
  const open = (await openInvoicesOf(trx, scope, parent_id, today)).slice(0, mostPaidAtOnce)
  if (open.length === 0) throw new Refusal('payment.nothing_due')
  const ids = open.map(({ id }) => id)
  const invoices = await payableInvoices(trx, scope, ids, parent_id)
  const { allocations: shares, rest_sen } = allocate(input.amount, invoices)
  if (rest_sen > 0 && !input.keep_rest)
    throw new Refusal('payment.rest_to_credit', 'keep_rest', { rest: formatRinggit(rest_sen) })
  const paid = invoices.filter(({ id }) => shares.some(({ invoice_id }) => invoice_id === id))
  const { given: _given, keep_rest: _rest, ...taken } = input
  return postCounterPayment(trx, actor, paid, { ...taken, paid_on: today }, { today }, { shares, till })
}
