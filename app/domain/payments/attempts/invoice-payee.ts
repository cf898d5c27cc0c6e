import type { Transaction } from 'kysely'
import { record } from '#app/domain/core/audit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { matchReturns } from '#app/domain/payments/credit-refunds/refund-by-chip.ts'
import {
  type PreparedPayment,
  postPayment,
  postToCredit,
  prepareCredit,
  preparePayment,
} from '#app/domain/payments/payments/post-payment.ts'
import type { Family } from '#app/domain/payments/payments/posting.ts'
import type { DB } from '#db/types.ts'
import { extendInvoices, giveBackInvoices, retakeInvoices } from './invoice-locks.ts'
import type { LockedAttempt } from './locked-attempt.ts'
import { type Answer, type Arrival, debitOf, type FoundDebit, type Payee, unclaimed } from './payee.ts'

/** Invoices of a family. What they cannot take is its credit. */
export const invoicePayee: Payee = {
  async free(trx, actor, { id: attempt_id, order_no }, end) {
    const freed = await giveBackInvoices(trx, attempt_id)
    for (const id of freed)
      await record(
        trx,
        actor,
        'invoice.payment_ended',
        { type: 'invoice', id },
        { after: { order_no, ...end } },
      )
    return freed.length
  },
  retake: retakeInvoices,
  extend: extendInvoices,
  async isOverdue(trx, attempt_id, at) {
    const held = await trx
      .selectFrom('invoice')
      .select('id')
      .where('locked_by_attempt_id', '=', attempt_id)
      .where('locked_until', '<=', at)
      .executeTakeFirst()
    return held !== undefined
  },
  async prepare(trx, actor, attempt, answer) {
    return arrivalOf(await preparePayment(trx, actor, askedOf(attempt, answer)))
  },
  // The whole of it is the family's credit, without a fee that nobody agreed to a second time. When the invoices are not of one
  // family any more, or it has left, it waits until a person says whose it is.
  async prepareSecond(trx, actor, attempt, answer) {
    const { amount_sen } = attempt
    const alarm = secondDebit(attempt, answer)
    const family = await familyOf(trx, attempt.id)
    if (!family) return unclaimed(alarm)
    const { payment_id, write } = await prepareCredit(trx, actor, {
      ...{ ...debitOf(attempt, answer), amount_sen, family },
    })
    return { payment_id, alarm, write }
  },
  // For the invoices of its order, the rest as credit. Refuses the code of another family than the order's own.
  async book(trx, actor, attempt, debit, family_code) {
    await whose(trx, attempt.id, family_code)
    return (await postPayment(trx, actor, foundOf(attempt, debit))).payment_id
  },
  // All of it as credit. Refuses (payment_exception.family_code) where it cannot be told whose it is.
  async bookSecond(trx, actor, attempt, debit, family_code) {
    const family = await whose(trx, attempt.id, family_code)
    if (!family) throw new Refusal('payment_exception.family_code', 'family_code')
    return (await postToCredit(trx, actor, { ...debit, family })).payment_id
  },
  // The credit of the order's first family, until what went back is taken from it.
  async bookReturned(trx, actor, attempt, debit) {
    const [family] = await familiesOf(trx, attempt.id)
    return (await postToCredit(trx, actor, { ...debit, family: family!, mails: false })).payment_id
  },
  async paymentOf(trx, attempt_id) {
    const payment = await trx
      .selectFrom('payment')
      .select('id')
      .where('attempt_id', '=', attempt_id)
      .executeTakeFirst()
    return payment?.id ?? null
  },
  async unaskedOf(trx, actor, attempt, { debit_code, amount_sen: returned_sen, txn_id: reference }) {
    // A chargeback is never ours; `pending_refund` is under way and settles nothing.
    if (debit_code === 'chargeback' || returned_sen === null) return returned_sen
    return matchReturns(trx, actor, attempt, { returned_sen, reference, done: debit_code === 'refunded' })
  },
  async isPosted(trx, { gateway, environment, transaction_id }) {
    const payment = await trx
      .selectFrom('payment')
      .select('id')
      .where('gateway', '=', gateway)
      .where('gateway_environment', '=', environment)
      .where('gateway_transaction_id', '=', transaction_id)
      .executeTakeFirst()
    return payment !== undefined
  },
  async branchesOf(trx, attempt_id) {
    const branches = await trx
      .selectFrom('payment_attempt_invoice')
      .innerJoin('invoice', 'invoice.id', 'payment_attempt_invoice.invoice_id')
      .select('invoice.branch_id')
      .where('payment_attempt_invoice.attempt_id', '=', attempt_id)
      .execute()
    return branches.map(({ branch_id }) => branch_id)
  },
}

/** The attempt's own amount, whatever its invoices owe by now, since that left the payer's account. */
export function askedOf(attempt: LockedAttempt, answer: Answer) {
  const { amount_sen, payer_fee_sen, tenant_fee_sen, public_code } = attempt
  return { ...debitOf(attempt, answer), amount_sen, payer_fee_sen, tenant_fee_sen, public_code }
}

/** As much as a person has found. Of less than the payer's own fee there is no fee. */
export function foundOf(attempt: LockedAttempt, debit: FoundDebit) {
  const { payer_fee_sen, tenant_fee_sen, public_code } = attempt
  const paysFee = debit.amount_sen > payer_fee_sen
  return {
    ...debit,
    payer_fee_sen: paysFee ? payer_fee_sen : 0,
    tenant_fee_sen: paysFee ? Math.min(tenant_fee_sen, debit.amount_sen - payer_fee_sen) : 0,
    public_code,
  }
}

/** What no invoice could take is a person's to look at. */
export function arrivalOf({ payment_id, credit_sen, write }: PreparedPayment): Arrival {
  const detail = `${credit_sen} sen to the family's credit`
  return { payment_id, alarm: credit_sen > 0 ? { reason: 'credited', detail } : null, write }
}

/** The bank has debited an order once more that was paid already. */
export const secondDebit = ({ amount_sen }: LockedAttempt, { ac }: Answer) =>
  ({ reason: 'second_debit', detail: `${amount_sen} sen once more, as ${ac.txn_id}` }) as const

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

/** Undefined when its invoices are of several, or of one that has left. */
async function familyOf(trx: Transaction<DB>, attempt_id: string): Promise<Family | undefined> {
  const families = await familiesOf(trx, attempt_id)
  const [first] = families
  const one = families.every(({ parent_id }) => parent_id === first?.parent_id)
  return one && first && !first.deleted_at ? first : undefined
}

/** In the order of its invoices; the first is whom a payment of the order names. */
async function familiesOf(trx: Transaction<DB>, attempt_id: string) {
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
