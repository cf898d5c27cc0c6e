import { sql, type Transaction } from 'kysely'
import { automaticTypes, type DiscountType } from '#app/domain/catalogue/discounts/discount.ts'
import { type Actor, type RowScope, systemActor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { changeAt, refuseStale, touched } from '#app/domain/core/changed.ts'
import { addDays, daysBetween } from '#app/domain/core/dates.ts'
import { refuseOwnRequest } from '#app/domain/core/four-eyes/four-eyes.ts'
import { notifyDeciders } from '#app/domain/core/four-eyes/notify-deciders.ts'
import { isOwnFamily } from '#app/domain/core/four-eyes/own-family.ts'
import { refuseBesideOpen, requestVerbs } from '#app/domain/core/four-eyes/requests.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { lockedActiveStudent } from '#app/domain/people/students/scope.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { studentDiscount, studentDiscountsIn } from './find-student-discounts.ts'
import {
  type EndDiscountInput,
  type GiveInput,
  givesAny,
  isHalfAtMost,
  type RenewInput,
} from './student-discount.ts'

const requests = requestVerbs({
  noun: 'student_discount',
  waiting: 'requested',
  over: 'student_discount.decided',
  reached: studentDiscountsIn,
  find: studentDiscount,
  refuseDecider: (_trx, actor, row) => refuseOwnRequest(actor, row),
  auditOf: ({ student, discount }, more) => ({ after: { name: student, discount, ...more } }),
})
export const { lock: lockedStudentDiscount, reject: rejectDiscount, withdraw: withdrawDiscount } = requests

/** The result, for the page's message. */
interface Given {
  id: string
  name: string
  discount: string
  status: 'requested' | 'approved'
}

/**
 * Gives a student a discount, or requests it when it needs approval or is more than the actor may give. `alone`: the actor may
 * give discounts. Refuses a discount that is not active (not_found.discount) or automatic, days outside its validity, a student
 * who is not active, a missing document, and a second one of the same discount (duplicate.student_discount, by constraint)
 * unless it renews that one (`renews_id`).
 */
export async function giveDiscount(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  student_id: string,
  { form_key: _key, ...input }: GiveInput,
  { alone, today, renews_id }: { alone: boolean; today: string; renews_id?: string },
): Promise<Given> {
  const name = await lockedActiveStudent(trx, scope, student_id, 'student_discount.not_active')
  const discount = await givable(trx, input.discount_id)
  if (renews_id) await refuseRenewed(trx, renews_id)
  else {
    const about = { student_id, discount_id: input.discount_id }
    await refuseBesideOpen(trx, 'student_discount', about, {
      ...{ statuses: ['requested', 'approved'], field: 'discount_id' },
    })
  }
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
  if (status === 'requested') await notifyDeciders(trx, 'student_discount', id)
  return { id, ...names, status }
}

/** Refuses (student_discount.renewed) a second renewal; of two at the same time the unique index refuses the second. */
async function refuseRenewed(trx: Transaction<DB>, renews_id: string): Promise<void> {
  const open = await trx
    .selectFrom('student_discount')
    .select('id')
    .where('renews_id', '=', renews_id)
    .where('status', 'in', ['requested', 'approved'])
    .executeTakeFirst()
  if (open) throw new Refusal('student_discount.renewed').blockedBy({ to: 'student_discount', id: open.id })
}

/** An active discount that is given manually, locked against changes. */
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

/** Why the actor may not decide this (their own child, or more than half of a fee), or undefined. */
async function refusalToDecide(
  trx: Transaction<DB>,
  actor: Actor,
  discount: { id: string; percent_bp: number | null; amount_sen: number | null },
  student_id: string,
  today: string,
): Promise<Refusal | undefined> {
  if (await isOwnFamily(trx, actor, { type: 'student', ids: [student_id] }))
    return new Refusal('four_eyes.own_family')
  if (givesAny(actor.roles) || (await isHalfAtMost(trx, discount, student_id, today))) return undefined
  return new Refusal('student_discount.above_half')
}

/**
 * Approves the request of another person. Refuses the requester, a parent of the student, more than half of a fee if the actor
 * decides for branches only, a request that is not open, and a discount that is inactive or no longer valid.
 */
export async function approveDiscount(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  today: string,
): Promise<Given> {
  const row = await requests.lockForDecision(trx, actor, scope, id)
  const discount = await givable(trx, row.discount_id)
  if (discount.valid_to && discount.valid_to < today) throw new Refusal('student_discount.not_valid')
  const refusal = await refusalToDecide(trx, actor, discount, row.student_id, today)
  if (refusal) throw refusal
  await requests.decide(trx, actor, row, { status: 'approved' })
  return { id, name: row.student, discount: row.discount, status: 'approved' }
}

/**
 * Sets the last day of an approved discount; issued invoices do not change. Refuses other statuses (action_not_allowed), a day
 * before its first or after its last (student_discount.ends_on), and version_conflict.
 */
export async function endDiscount(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  { ends_on, reason, version }: EndDiscountInput,
  today: string,
) {
  const row = await requests.lock(trx, scope, id)
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

interface Renewed {
  starts_on: string
  ends_on: string | null
  status: string
}

/** Whether a discount can be renewed: it is approved and has a last day. */
export const isRenewable = ({ status, ends_on }: Renewed): boolean =>
  status === 'approved' && ends_on !== null

/** The days of a renewal: from the day after the last one, for the same number of days. */
export function nextDays({ starts_on, ends_on }: Renewed & { ends_on: string }) {
  const first = addDays(ends_on, 1)
  return { starts_on: first, ends_on: addDays(first, daysBetween(starts_on, ends_on)) }
}

/**
 * Renews a discount from the day after its last one, or requests the renewal as {@link giveDiscount} does. Refuses one without
 * a last day or that is not approved (action_not_allowed), a last day before the first, and a second renewal
 * (student_discount.renewed, by constraint).
 */
export async function renewDiscount(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  { ends_on, reason, document, form_key }: RenewInput,
  given: { alone: boolean; today: string },
): Promise<Given> {
  const row = await lockedStudentDiscount(trx, scope, id)
  if (!isRenewable(row) || !row.ends_on) throw new Refusal('action_not_allowed')
  const starts_on = addDays(row.ends_on, 1)
  if (ends_on && ends_on < starts_on) throw new Refusal('student_discount.ends_before_start', 'ends_on')
  const input = { discount_id: row.discount_id, starts_on, ends_on, reason, document, form_key }
  return giveDiscount(trx, actor, scope, row.student_id, input, { ...given, renews_id: id })
}

/** Ends the discounts whose last day has passed. Returns how many; safe to repeat. */
export async function endExpiredDiscounts(trx: Transaction<DB>, today: string): Promise<number> {
  const ended = await trx
    .updateTable('student_discount')
    .set({ status: 'ended', ...touched })
    .where('status', '=', 'approved')
    .where('ends_on', '<', today)
    .returning(['id', 'student_id', 'discount_id', 'ends_on'])
    .execute()
  for (const { id, ...after } of ended)
    await record(
      trx,
      systemActor,
      'student_discount.ended',
      { type: 'student_discount', id },
      { after: { ...after, status: 'ended' } },
    )
  return ended.length
}
