import { sql, type Transaction } from 'kysely'
import { automaticTypes, type DiscountType } from '#app/domain/catalogue/discounts/discount.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { changeAt, refuseStale } from '#app/domain/core/changed.ts'
import { refuseOwnRequest } from '#app/domain/core/four-eyes/four-eyes.ts'
import { requestVerbs } from '#app/domain/core/four-eyes/requests.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { heldActiveStudent } from '#app/domain/people/students/scope.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { studentDiscount, studentDiscountsIn } from './find-student-discounts.ts'
import { givesAny, isHalfAtMost } from './half.ts'
import type { EndDiscountInput, GiveInput } from './student-discount-form.ts'

const requests = requestVerbs({
  noun: 'student_discount',
  waiting: 'requested',
  over: 'student_discount.decided',
  reached: studentDiscountsIn,
  find: studentDiscount,
  refuseDecider: (_trx, actor, row) => refuseOwnRequest(actor, row),
  told: ({ student, discount }, more) => ({ after: { name: student, discount, ...more } }),
})
export const { held: heldStudentDiscount, reject: rejectDiscount, withdraw: withdrawDiscount } = requests

/** What became of it, for the page to say. */
export interface Given {
  id: string
  name: string
  discount: string
  status: 'requested' | 'approved'
}

/**
 * Gives a student a discount; where it needs a second person, or more than the actor may give, it asks for it. `alone`:
 * the actor may give at all. Refuses a discount that is not in use (not_found.discount) or comes by itself, days outside
 * of those for which it is valid, a student who is not active, a paper that is missing, and a second one of the same
 * kind (duplicate.student_discount, by constraint), unless it follows that one (`renews_id`).
 */
export async function giveDiscount(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  student_id: string,
  { form_key: _key, ...input }: GiveInput,
  { alone, today, renews_id }: { alone: boolean; today: string; renews_id?: string },
): Promise<Given> {
  const name = await heldActiveStudent(trx, scope, student_id, 'student_discount.not_active')
  const discount = await givable(trx, input.discount_id)
  if (!renews_id) await refuseFollowed(trx, student_id, input.discount_id)
  refuseDays(discount, input)
  if (discount.needs_document && !input.document)
    throw new Refusal('student_discount.document_needed', 'document')
  const needsSecond =
    !alone || discount.needs_approval || (await refusalToDecide(trx, actor, discount, student_id, today))
  const status = needsSecond ? 'requested' : 'approved'
  const id = newId()
  await trx
    .insertInto('student_discount')
    .values({
      ...{ id, student_id, ...input, status, requested_by: actor.id!, renews_id: renews_id ?? null },
      ...(status === 'approved' ? { decided_by: actor.id, decided_at: sql<Date>`now()` } : {}),
      ...{ created_by: actor.id, updated_by: actor.id },
    })
    .execute()
  const names = { name, discount: discount.name }
  const action = status === 'approved' ? 'student_discount.given' : 'student_discount.requested'
  await record(
    trx,
    actor,
    action,
    { type: 'student_discount', id },
    { after: { ...names, ...input, status } },
  )
  return { id, ...names, status }
}

/** What follows one that has ended since holds as any other. */
async function refuseFollowed(trx: Transaction<DB>, student_id: string, discount_id: string): Promise<void> {
  const open = await trx
    .selectFrom('student_discount')
    .select('id')
    .where('student_id', '=', student_id)
    .where('discount_id', '=', discount_id)
    .where('renews_id', 'is not', null)
    .where('status', 'in', ['requested', 'approved'])
    .executeTakeFirst()
  if (open) throw new Refusal('duplicate.student_discount', 'discount_id')
}

/** A discount that somebody may give, held until it is given. */
async function givable(trx: Transaction<DB>, id: string) {
  const discount = await trx
    .selectFrom('discount')
    .select(['id', 'name', 'type', 'percent_bp', 'amount_sen', 'valid_from', 'valid_to'])
    .select(['needs_approval', 'needs_document'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('status', '=', 'active')
    .forShare()
    .executeTakeFirst()
  if (!discount) throw new Refusal('not_found.discount', 'discount_id')
  if (automaticTypes.has(discount.type as DiscountType))
    throw new Refusal('student_discount.automatic', 'discount_id')
  return discount
}

interface Valid {
  valid_from: string | null
  valid_to: string | null
}

function refuseDays(
  { valid_from, valid_to }: Valid,
  { starts_on, ends_on }: { starts_on: string; ends_on?: string | undefined },
) {
  if ((valid_from && starts_on < valid_from) || (valid_to && starts_on > valid_to))
    throw new Refusal('student_discount.not_valid', 'starts_on')
  if (valid_to && ends_on && ends_on > valid_to) throw new Refusal('student_discount.not_valid', 'ends_on')
}

/** Why the actor may not decide of this, or undefined: it is their own child's, or more than half of a fee. */
async function refusalToDecide(
  trx: Transaction<DB>,
  actor: Actor,
  discount: { id: string; percent_bp: number | null; amount_sen: number | null },
  student_id: string,
  today: string,
): Promise<Refusal | undefined> {
  const ownChild = await trx
    .selectFrom('student_parent')
    .innerJoin('parent', 'parent.id', 'student_parent.parent_id')
    .where('student_parent.student_id', '=', student_id)
    .where('parent.user_id', '=', actor.id)
    .select('parent.id')
    .executeTakeFirst()
  if (ownChild) return new Refusal('four_eyes.own_child')
  if (givesAny(actor.roles) || (await isHalfAtMost(trx, discount, student_id, today))) return undefined
  return new Refusal('student_discount.above_half')
}

/**
 * Approves what somebody else asked for. Refuses who asked, a parent of the student, more than half of a fee to who
 * decides of a branch alone, what is not open any more, and a discount that is not in use or valid now.
 */
export async function approveDiscount(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  today: string,
): Promise<Given> {
  const row = await requests.toDecide(trx, actor, scope, id)
  const discount = await givable(trx, row.discount_id)
  if (discount.valid_to && discount.valid_to < today) throw new Refusal('student_discount.not_valid')
  const refusal = await refusalToDecide(trx, actor, discount, row.student_id, today)
  if (refusal) throw refusal
  await requests.decide(trx, actor, row, { status: 'approved' })
  return { id, name: row.student, discount: row.discount, status: 'approved' }
}

/**
 * Says until when a given discount holds. Invoices that are issued keep theirs. Refuses what was not given or has ended
 * (action_not_allowed), a day before its first or after its last (student_discount.ends_on), and version_conflict.
 */
export async function endDiscount(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  { ends_on, reason, version }: EndDiscountInput,
  today: string,
) {
  const row = await requests.held(trx, scope, id)
  refuseStale(row, version)
  if (row.status !== 'approved') throw new Refusal('action_not_allowed')
  if (ends_on < row.starts_on || (row.ends_on && ends_on > row.ends_on))
    throw new Refusal('student_discount.ends_on', 'ends_on')
  const status = ends_on < today ? 'ended' : 'approved'
  await changeAt(trx, actor, 'student_discount', row, { ends_on, status }, { status: 'approved' })
  const { student: name, discount } = row
  await record(
    trx,
    actor,
    'student_discount.ended',
    { type: 'student_discount', id },
    { before: { ends_on: row.ends_on }, after: { name, discount, ends_on, reason } },
  )
  return row
}
