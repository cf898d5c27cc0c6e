import type { Transaction } from 'kysely'
import { heldCredit } from '#app/domain/accounting/credits/find-credits.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { named, record } from '#app/domain/core/audit.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { reachedParent } from '#app/domain/people/families/notes.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { sealedAccount } from './account.ts'
import { refuseBeyondPayment } from './by-chip/refundable.ts'
import type { CreditRefundInput } from './credit-refund-form.ts'

/**
 * Asks that credit go back to its family, and reserves it from now on: nothing else may use it until it is paid, or the
 * request is over. The log knows of the account no more than that there is one. Refuses a family out of reach
 * (not_found.parent), more than is free (credit_refund.too_little), and through CHIP more than is left of a payment
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
