import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { recordOperator } from '#app/domain/core/audit.ts'
import { touched } from '#app/domain/core/changed.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Answer } from '#app/domain/payments/attempts/answer.ts'
import type { LockedAttempt } from '#app/domain/payments/attempts/locked-attempt.ts'
import type { Payee } from '#app/domain/payments/attempts/payees/payee.ts'
import { debitOf } from '#app/domain/payments/attempts/post-attempt.ts'
import { holdRegistration } from '#app/domain/platform/registrations/pay-fee.ts'
import type { DB } from '#db/types.ts'
import { settlePlatformInvoice } from '../settle.ts'

/**
 * An invoice of the platform, at the platform's place. It is paid in whole or not at all, once, and nobody has a credit with the
 * platform: money that finds it paid or cancelled waits on the operators' desk until it has gone back.
 */
export const platformPayee: Payee = {
  async free(trx, actor, { id: attempt_id, order_no }, end) {
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
  async retake(trx, attempt_id, locked_until) {
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
  async keep(trx, attempt_id, locked_until) {
    await trx
      .updateTable('platform.platform_invoice')
      .set({ locked_until })
      .where('locked_by_attempt_id', '=', attempt_id)
      .where('status', '=', 'pending')
      .execute()
  },
  async isOverdue(trx, attempt_id, at) {
    const held = await trx
      .selectFrom('platform.platform_invoice')
      .select('id')
      .where('locked_by_attempt_id', '=', attempt_id)
      .where('locked_until', '<=', at)
      .executeTakeFirst()
    return held !== undefined
  },
  async post(trx, actor, attempt, answer) {
    const payment_id = await settleOnline(trx, actor, attempt, answer)
    const detail = `${attempt.amount_sen} sen as ${answer.ac.txn_id}, and the invoice is not open`
    return { payment_id, alarm: payment_id ? null : { reason: 'not_owed', detail } }
  },
  async postSecond(_trx, _actor, { amount_sen }, { ac }) {
    const detail = `${amount_sen} sen once more, as ${ac.txn_id}`
    return { payment_id: null, alarm: { reason: 'second_debit', detail } }
  },
  async paymentOf(trx, attempt_id) {
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
  // The platform gives nothing back through a gateway.
  unaskedOf: async (_trx, _actor, _attempt, { amount_sen }) => amount_sen,
  async isPosted(trx, { transaction_id }) {
    const paid = await trx
      .selectFrom('platform.payment_attempt')
      .select('id')
      .where('gateway_transaction_id', '=', transaction_id)
      .where('state', '=', 'paid')
      .executeTakeFirst()
    return paid !== undefined
  },
  // Of operators each sees all of it.
  branchesOf: async () => [],
}

/**
 * Pays the invoice of an attempt as a transfer does; null where it is not open any more. Whoever decides about a registration
 * holds that first, so it is held first here, too.
 */
async function settleOnline(
  trx: Transaction<DB>,
  actor: Actor,
  attempt: LockedAttempt,
  answer: Pick<Answer, 'ac' | 'environment' | 'at'>,
): Promise<string | null> {
  const { id, registration_id } = await trx
    .selectFrom('platform.platform_invoice_attempt as of')
    .innerJoin('platform.platform_invoice as invoice', 'invoice.id', 'of.invoice_id')
    .select(['invoice.id', 'invoice.registration_id'])
    .where('of.attempt_id', '=', attempt.id)
    .executeTakeFirstOrThrow()
  if (registration_id) await holdRegistration(trx, registration_id)
  const open = await trx
    .selectFrom('platform.platform_invoice')
    .select('id')
    .where('id', '=', id)
    .where('status', 'in', ['unpaid', 'pending'])
    .forUpdate()
    .executeTakeFirst()
  if (!open) return null
  const { paid_on, today, gateway } = debitOf(attempt, answer)
  const { transaction_id: reference, bank_name } = gateway
  await settlePlatformInvoice(trx, actor, id, { on: paid_on, method: 'fpx', reference, bank_name }, today)
  return id
}

/**
 * The money of a message that a person has compared with the bank pays the invoice, where it is exactly what that asks for.
 * Refuses (payment_exception.not_owed) any other sum, and an invoice that is not open.
 */
export async function bookForPlatform(
  trx: Transaction<DB>,
  actor: Actor,
  attempt: LockedAttempt,
  answer: Pick<Answer, 'ac' | 'environment' | 'at'>,
  amount_sen: number,
): Promise<string> {
  const paid = amount_sen === attempt.amount_sen ? await settleOnline(trx, actor, attempt, answer) : null
  if (!paid) throw new Refusal('payment_exception.not_owed', 'decision')
  return paid
}
