import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Blocker } from '#app/domain/core/undo/undo-plan.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { lockCredit } from './find-credits.ts'

type CreditReversal = {
  parent_id: string
  /** Positive. */
  sen: number
} & (
  | {
      payment_id: string
      /** `adjust`: the payment is cancelled. `refund`: the payment stays and was refunded outside of the product. */
      reason: 'adjust' | 'refund'
    }
  /** A cancelled payment was for an invoice whose cancellation had turned the money into credit. */
  | { invoice_id: string; reason: 'adjust' }
  /** The early-payment discount of an invoice whose payment is cancelled. */
  | { invoice_id: string; reason: 'credit_note' }
)

/** Adds the unallocated rest of a payment to the family's credit. */
export async function creditFamily(
  trx: Transaction<DB>,
  actor: Actor,
  { payment_id, parent_id, rest_sen }: { payment_id: string; parent_id: string; rest_sen: number },
) {
  await trx
    .insertInto('credit_entry')
    .values({
      id: newId(),
      parent_id,
      delta_sen: rest_sen,
      reason: 'overpayment',
      payment_id,
      created_by: actor.id,
    })
    .execute()
  await record(
    trx,
    actor,
    'credit.added',
    { type: 'parent', id: parent_id },
    { after: { payment_id, delta_sen: rest_sen, reason: 'overpayment' } },
  )
}

interface Returned {
  parent_id: string
  invoice_id: string
  /** Positive. */
  sen: number
  /** `credit_note`: a credit note lowers the invoice below what was paid. */
  reason?: 'returned' | 'credit_note'
}

/** Adds what was paid on an invoice to its family's credit; the caller deducts it from the invoice. */
export async function returnToCredit(
  trx: Transaction<DB>,
  actor: Actor,
  { parent_id, invoice_id, sen, reason = 'returned' }: Returned,
): Promise<void> {
  const entry = { invoice_id, delta_sen: sen, reason }
  await trx
    .insertInto('credit_entry')
    .values({ id: newId(), parent_id, ...entry, created_by: actor.id })
    .execute()
  await record(trx, actor, 'credit.returned', { type: 'parent', id: parent_id }, { after: entry })
}

/**
 * Deducts from a family's credit what a payment or a cancelled invoice had added. Refuses credit already used
 * (payment.credit_used) or reserved for a refund (payment.credit_reserved).
 */
export async function reverseCredit(
  trx: Transaction<DB>,
  actor: Actor,
  { parent_id, sen, reason, ...about }: CreditReversal,
): Promise<void> {
  // Every use of credit locks the family first.
  const { credit_sen, reserved_sen } = await lockCredit(trx, parent_id)
  if (credit_sen < sen)
    throw new Refusal('payment.credit_used').blockedBy({ to: 'family_credit', id: parent_id })
  if (credit_sen - reserved_sen < sen)
    throw new Refusal('payment.credit_reserved').blockedBy(...(await reservations(trx, parent_id)))
  const entry = { delta_sen: -sen, reason }
  // A refunded payment stays valid, so its credit entries must still add up to the credit that it gave.
  const reference = reason === 'refund' ? {} : about
  await trx
    .insertInto('credit_entry')
    .values({ id: newId(), parent_id, ...entry, ...reference, created_by: actor.id })
    .execute()
  await record(
    trx,
    actor,
    'credit.taken_back',
    { type: 'parent', id: parent_id },
    { after: { ...about, ...entry } },
  )
}

/** The refunds for which a family's credit is reserved. */
async function reservations(trx: Transaction<DB>, parent_id: string): Promise<Blocker[]> {
  const rows = await trx
    .selectFrom('credit_refund')
    .select(['id', 'number'])
    .where('parent_id', '=', parent_id)
    .where('status', 'in', ['requested', 'approved', 'sending'])
    .orderBy('id')
    .execute()
  return rows.map(({ id, number }) => ({ to: 'credit_refund', id, name: number }))
}
