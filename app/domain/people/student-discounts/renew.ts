import type { Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { addDays, daysBetween } from '#app/domain/core/dates.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import { type Given, giveDiscount, heldStudentDiscount } from './give-and-decide.ts'
import type { RenewInput } from './student-discount-form.ts'

interface Renewed {
  starts_on: string
  ends_on: string | null
  status: string
}

/** Whether one can be followed by another: it holds, and has a last day. */
export const isRenewable = ({ status, ends_on }: Renewed): boolean =>
  status === 'approved' && ends_on !== null

/** The days of the one that follows: from the day after, and as long as this one was. */
export function nextDays({ starts_on, ends_on }: Renewed & { ends_on: string }) {
  const first = addDays(ends_on, 1)
  return { starts_on: first, ends_on: addDays(first, daysBetween(starts_on, ends_on)) }
}

/**
 * Gives a student the same discount once more, from the day after its last one; or asks for it, as {@link giveDiscount}
 * does. Refuses what has no last day or does not hold (action_not_allowed), a last day before the first, and one that was
 * renewed already (student_discount.renewed, by constraint).
 */
export async function renewDiscount(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  { ends_on, reason, document, form_key }: RenewInput,
  given: { alone: boolean; today: string },
): Promise<Given> {
  const row = await heldStudentDiscount(trx, scope, id)
  if (!isRenewable(row) || !row.ends_on) throw new Refusal('action_not_allowed')
  const starts_on = addDays(row.ends_on, 1)
  if (ends_on && ends_on < starts_on) throw new Refusal('student_discount.ends_before_start', 'ends_on')
  const input = { discount_id: row.discount_id, starts_on, ends_on, reason, document, form_key }
  return giveDiscount(trx, actor, scope, row.student_id, input, { ...given, renews_id: id })
}
