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
import { extendInvoiceLocks, relockInvoices, unlockInvoices } from './invoice-locks.ts'
import type { LockedAttempt } from './locked-attempt.ts'
import {
  type Answer,
  type ConfirmedDebit,
  debitFacts,
  noPosting,
  type Payee,
  type PreparedPosting,
} from './payee.ts'

/** Invoices of a family; money that no invoice can take becomes the family's credit. */
export const invoicePayee: Payee = {
  async release(trx, actor, { id: attempt_id, order_no }, end) {
    const unlocked = await unlockInvoices(trx, attempt_id)
    for (const id of unlocked)
      await record(
        trx,
        actor,
        'invoice.payment_ended',
        { type: 'invoice', id },
        { after: { order_no, ...end } },
      )
    return unlocked.length
  },
  relock: relockInvoices,
  extendLock: extendInvoiceLocks,
  async hasExpiredLock(trx, attempt_id, at) {
    const expired = await trx
      .selectFrom('invoice')
      .select('id')
      .where('locked_by_attempt_id', '=', attempt_id)
      .where('locked_until', '<=', at)
      .executeTakeFirst()
    return expired !== undefined
  },
  async preparePosting(trx, actor, attempt, answer) {
    return toPreparedPosting(await preparePayment(trx, actor, requestedPayment(attempt, answer)))
  },
  // All of it becomes the family's credit, without a fee, since nobody agreed to one a second time. When the invoices belong to
  // several families by now, or the family has left, a person must say whose money it is.
  async prepareSecondPosting(trx, actor, attempt, answer) {
    const { amount_sen } = attempt
    const alarm = secondDebitAlarm(attempt, answer)
    const family = await familyOf(trx, attempt.id)
    if (!family) return noPosting(alarm)
    const { payment_id, write } = await prepareCredit(trx, actor, {
      ...{ ...debitFacts(attempt, answer), amount_sen, family },
    })
    return { payment_id, alarm, write }
  },
  // For the invoices of the order, the rest as credit. Refuses the code of another family than the order's.
  async postConfirmed(trx, actor, attempt, debit, family_code) {
    await familyToCredit(trx, attempt.id, family_code)
    return (await postPayment(trx, actor, confirmedPayment(attempt, debit))).payment_id
  },
  // All of it as credit. Refuses (payment_exception.family_code) when the family is unknown.
  async postConfirmedSecond(trx, actor, attempt, debit, family_code) {
    const family = await familyToCredit(trx, attempt.id, family_code)
    if (!family) throw new Refusal('payment_exception.family_code', 'family_code')
    return (await postToCredit(trx, actor, { ...debit, family })).payment_id
  },
  // As credit of the order's first family, from which the returned money is then taken.
  async postReturned(trx, actor, attempt, debit) {
    const [family] = await familiesOf(trx, attempt.id)
    return (await postToCredit(trx, actor, { ...debit, family: family!, mails: false })).payment_id
  },
  async findPayment(trx, attempt_id) {
    const payment = await trx
      .selectFrom('payment')
      .select('id')
      .where('attempt_id', '=', attempt_id)
      .executeTakeFirst()
    return payment?.id ?? null
  },
  async unrequestedRefund(trx, actor, attempt, { debit_code, amount_sen: returned_sen, txn_id: reference }) {
    // We never request a chargeback; `pending_refund` is not complete and settles nothing.
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

/** The payment that the attempt requested: its amount, whatever its invoices owe by now, because that left the account. */
export function requestedPayment(attempt: LockedAttempt, answer: Answer) {
  const { amount_sen, payer_fee_sen, tenant_fee_sen, public_code } = attempt
  return { ...debitFacts(attempt, answer), amount_sen, payer_fee_sen, tenant_fee_sen, public_code }
}

/** A payment of the amount that a person has confirmed; without a fee when that is less than the payer's fee. */
export function confirmedPayment(attempt: LockedAttempt, debit: ConfirmedDebit) {
  const { payer_fee_sen, tenant_fee_sen, public_code } = attempt
  const paysFee = debit.amount_sen > payer_fee_sen
  return {
    ...debit,
    payer_fee_sen: paysFee ? payer_fee_sen : 0,
    tenant_fee_sen: paysFee ? Math.min(tenant_fee_sen, debit.amount_sen - payer_fee_sen) : 0,
    public_code,
  }
}

/** With an alarm when a part became credit, because no invoice could take it. */
export function toPreparedPosting({ payment_id, credit_sen, write }: PreparedPayment): PreparedPosting {
  const detail = `${credit_sen} sen to the family's credit`
  return { payment_id, alarm: credit_sen > 0 ? { reason: 'credited', detail } : null, write }
}

/** The bank has debited a paid order once more. */
export const secondDebitAlarm = ({ amount_sen }: LockedAttempt, { report }: Answer) =>
  ({ reason: 'second_debit', detail: `${amount_sen} sen once more, as ${report.txn_id}` }) as const

/** The family of the order, or else of the typed code; undefined if neither says. Refuses a code of another family. */
async function familyToCredit(
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

/** The family of an order; undefined when its invoices belong to several families, or to one that has left. */
async function familyOf(trx: Transaction<DB>, attempt_id: string): Promise<Family | undefined> {
  const families = await familiesOf(trx, attempt_id)
  const [first] = families
  const one = families.every(({ parent_id }) => parent_id === first?.parent_id)
  return one && first && !first.deleted_at ? first : undefined
}

/** The families of an order, in the order of its invoices; a payment of the order names the first one. */
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
