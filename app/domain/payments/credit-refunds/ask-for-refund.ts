import { type Kysely, sql, type Transaction } from 'kysely'
import { sentBackOf } from '#app/domain/accounting/collections/collection.ts'
import { heldCredit } from '#app/domain/accounting/credits/find-credits.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { named, record } from '#app/domain/core/audit.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { reachedParent } from '#app/domain/people/parents/find-parents.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { CreditRefundInput } from './credit-refund.ts'
import { sealedAccount } from './find-credit-refunds.ts'

/**
 * Requests a refund of credit and reserves the amount until it is paid or the request ends. The audit log records only that
 * there is an account. Refuses a family out of scope (not_found.parent), more than is available
 * (credit_refund.too_little), and through CHIP more than is left of a payment
 * (credit_refund.payment_left).
 */
export async function askForRefund(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  keys: Keys,
  parent_id: string,
  { amount, reason, method, payee_name, bank_name, account_number, payment_id }: CreditRefundInput,
): Promise<{ id: string; name: string }> {
  const { name } = await reachedParent(trx, scope, parent_id)
  const { credit_sen, reserved_sen } = await heldCredit(trx, parent_id)
  const free = credit_sen - reserved_sen
  if (amount > free) throw new Refusal('credit_refund.too_little', 'amount', { amount: formatRinggit(free) })
  if (method === 'chip') await refuseBeyondPayment(trx, parent_id, payment_id, amount)
  const id = newId()
  const asked = {
    amount_sen: amount,
    method,
    payee_name,
    bank_name: bank_name ?? null,
    payment_id: payment_id ?? null,
  }
  await trx
    .insertInto('credit_refund')
    .values({
      ...{ id, parent_id, reason, requested_by: actor.id!, ...asked },
      account_number_sealed: account_number ? sealedAccount(keys, id, account_number) : null,
      ...{ created_by: actor.id, updated_by: actor.id },
    })
    .execute()
  const object = { type: 'credit_refund', id } as const
  await record(trx, actor, 'credit_refund.requested', object, named(name, { after: { ...asked, reason } }))
  return { id, name }
}

/**
 * Payments of a family through the organisation's own CHIP account, the latest first, each with the amount that can still be
 * refunded through CHIP: without the payer's fee, completed refunds and open requests.
 */
function throughChip(db: Kysely<DB>, parent_id: string) {
  return db
    .selectFrom('payment')
    .select(['payment.id', 'payment.number', 'payment.paid_on', 'payment.amount_sen'])
    .select(
      sql<number>`(payment.amount_sen - payment.payer_fee_sen
        - ${sentBackOf(sql.ref('payment.id'))}
        - coalesce((select sum(amount_sen) from credit_refund
          where payment_id = payment.id and status in ('requested', 'approved', 'sending')), 0))::bigint`.as(
        'left_sen',
      ),
    )
    .where('payment.payer_parent_id', '=', parent_id)
    .where('payment.method', '=', 'chip')
    .where('payment.status', '=', 'paid')
    .where('payment.attempt_id', 'is not', null)
    .orderBy('payment.paid_on', 'desc')
    .orderBy('payment.id', 'desc')
}

export async function refundablePayments(db: Kysely<DB>, parent_id: string) {
  const rows = await throughChip(db, parent_id).limit(50).execute()
  return rows.filter(({ left_sen }) => left_sen > 0)
}

/**
 * Refuses a payment that is not the family's or not by CHIP (credit_refund.no_payment), and more than is left of it
 * (credit_refund.payment_left). Locks the payment, so that a concurrent request sees this one.
 */
async function refuseBeyondPayment(
  trx: Transaction<DB>,
  parent_id: string,
  payment_id: string | undefined,
  sen: number,
): Promise<void> {
  if (!payment_id) throw new Refusal('credit_refund.no_payment', 'payment_id')
  await trx.selectFrom('payment').select('id').where('id', '=', payment_id).forNoKeyUpdate().execute()
  const payment = await throughChip(trx, parent_id).where('payment.id', '=', payment_id).executeTakeFirst()
  if (!payment) throw new Refusal('credit_refund.no_payment', 'payment_id')
  const { left_sen, number } = payment
  if (sen > left_sen)
    throw new Refusal('credit_refund.payment_left', 'amount', { amount: formatRinggit(left_sen), number })
}
