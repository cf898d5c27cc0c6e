import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { lockCredit } from './find-credits.ts'

type CreditReversal = {
  parent_id: string
  /** More than nothing. */
  sen: number
} & (
  | {
      payment_id: string
      /** `adjust`: the payment is undone. `refund`: its money went back outside of the books, where the payment stays. */
      reason: 'adjust' | 'refund'
    }
  /** A payment is undone that was for an invoice which was cancelled, and so gave the money to the family. */
  | { invoice_id: string; reason: 'adjust' }
  /** What was given for paying an invoice early, whose payment is undone. */
  | { invoice_id: string; reason: 'credit_note' }
)

/** What no invoice took of a payment becomes the family's. */
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
  /** More than nothing. */
  sen: number
  /** `credit_note`: less is asked for than was paid. */
  reason?: 'returned' | 'credit_note'
}

/** An invoice gives what was paid on it to its family as credit; whoever calls takes it from the invoice. */
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
 * Takes from a family what of a payment, or of an invoice that was cancelled, became its credit. Refuses
 * (payment.credit_used) when less is left of it, and (payment.credit_reserved) what waits to be paid back.
 */
export async function reverseCredit(
  trx: Transaction<DB>,
  actor: Actor,
  { parent_id, sen, reason, ...about }: CreditReversal,
): Promise<void> {
  // Whoever uses credit locks the family first, too.
  const { credit_sen, reserved_sen } = await lockCredit(trx, parent_id)
  if (credit_sen < sen) throw new Refusal('payment.credit_used')
  if (credit_sen - reserved_sen < sen) throw new Refusal('payment.credit_reserved')
  const entry = { delta_sen: -sen, reason }
  // What is undone is found by its payment; of one that stays, the credit that it gave is told as it was.
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
