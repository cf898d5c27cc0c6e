import { type Kysely, sql, type Transaction, type UpdateObject } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { difference, named, record } from '#app/domain/core/audit.ts'
import { changeAt, refuseStale } from '#app/domain/core/changed.ts'
import { addMonths, daysBetween, startOfMonth } from '#app/domain/core/dates.ts'
import { isOwnFamily, refuseOwnFamilyOf, refuseOwnFamilyRule } from '#app/domain/core/four-eyes/own-family.ts'
import { refuseUnoffered } from '#app/domain/core/lists/references.ts'
import { meanwhile } from '#app/domain/core/meanwhile.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Blocker } from '#app/domain/core/undo/undo-plan.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { lockRollover, type RolloverRow, rolloverClass, rolloverFor, rolloverSeat } from './find-rollovers.ts'
import {
  type ClassInput,
  type EndingDiscountsInput,
  furthestDays,
  isBlocking,
  nextClass,
  type RolloverInput,
  type RolloverStatus,
  type SeatInput,
} from './rollover.ts'
import { plannedPrices } from './rollover-steps.ts'

interface At {
  id: string
  version: number
}

/** Statuses in which the plan may be changed. */
const open: readonly RolloverStatus[] = ['planning', 'previewed']

/** The form's input as columns; an empty share is 10%. */
function columnsOf({ name, ends_on, starts_on, bills_from, percent_bp, step_sen, ...typed }: RolloverInput) {
  return {
    ...{ name, ends_on, starts_on, bills_from: `${bills_from}-01`, percent_bp: percent_bp ?? 0, step_sen },
    ...{ keeps_own_fees: typed.keeps_own_fees ?? false, share_bp: typed.share_bp ?? 1_000 },
  }
}

/** Refuses years too far from today (rollover.days) and a first billing month that is over (rollover.month). */
function refuseDays({ ends_on, starts_on, bills_from }: ReturnType<typeof columnsOf>, today: string): void {
  if (Math.abs(daysBetween(today, ends_on)) > furthestDays) throw new Refusal('rollover.days', 'ends_on')
  if (daysBetween(ends_on, starts_on) > furthestDays) throw new Refusal('rollover.days', 'starts_on')
  const first = startOfMonth(starts_on)
  if (
    bills_from < startOfMonth(today) ||
    bills_from < addMonths(first, -1) ||
    bills_from > addMonths(first, 2)
  )
    throw new Refusal('rollover.month', 'bills_from')
}

/** Starts a plan with a guess for each class; returns its id. Refuses a second open plan (rollover.open). */
export async function planRollover(
  trx: Transaction<DB>,
  actor: Actor,
  { form_key: _key, version: _version, ...input }: RolloverInput,
  today: string,
): Promise<string> {
  const values = columnsOf(input)
  refuseDays(values, today)
  await refuseSecond(trx)
  const id = newId()
  await trx
    .insertInto('rollover')
    .values({ id, ...values, created_by: actor.id, updated_by: actor.id })
    .execute()
  await addClasses(trx, { id, ends_on: values.ends_on })
  await record(trx, actor, 'rollover.created', { type: 'rollover', id }, { after: values })
  return id
}

/** Changes the days and the price increase. Refuses a later status (rollover.state) and version_conflict. */
export async function editRollover(
  trx: Transaction<DB>,
  actor: Actor,
  at: At,
  { form_key: _key, version: _version, ...input }: RolloverInput,
  today: string,
): Promise<void> {
  const before = await openRollover(trx, at)
  const values = columnsOf(input)
  refuseDays(values, today)
  await changePlan(trx, actor, before, values)
  const { ends_on, starts_on, bills_from, percent_bp, step_sen, keeps_own_fees, share_bp } = before
  const was = {
    name: before.name,
    ends_on,
    starts_on,
    bills_from,
    percent_bp,
    step_sen,
    keeps_own_fees,
    share_bp,
  }
  const about = { type: 'rollover', id: before.id }
  await record(trx, actor, 'rollover.edited', about, named(values.name, difference(was, values)))
}

/** Locks a plan that may be changed, at the version shown. */
async function openRollover(trx: Transaction<DB>, at: At): Promise<RolloverRow> {
  const row = await lockedRollover(trx, at)
  if (!open.includes(row.status))
    throw await meanwhile(trx, 'rollover.state', { type: 'rollover', id: row.id })
  return row
}

/** Any change invalidates the preview. */
const changePlan = (
  trx: Transaction<DB>,
  actor: Actor,
  { id, version, status }: Pick<RolloverRow, 'id' | 'version' | 'status'>,
  values: UpdateObject<DB, 'rollover'> = {},
) =>
  changeAt(
    trx,
    actor,
    'rollover',
    { id, version },
    { ...values, status: 'planning', changes: null, error_code: null },
    { status },
  )

/** Enqueues a preview. */
export async function requestPreview(trx: Transaction<DB>, actor: Actor, at: At): Promise<void> {
  const row = await openRollover(trx, at)
  await addClasses(trx, row)
  const values = { status: 'previewing', changes: null, error_code: null }
  await changeAt(trx, actor, 'rollover', at, values, { status: row.status })
  await enqueue(trx, 'rollover.preview', { rollover_id: row.id })
}

/**
 * Enqueues the run of a previewed plan; the job first compares the preview with the present state. Refuses blocking problems
 * (rollover.problems), a first month that is over (rollover.late), rollover.state, and what {@link refuseOwnSeats} refuses.
 */
export async function startRun(trx: Transaction<DB>, actor: Actor, at: At, today: string): Promise<void> {
  const row = await lockedRollover(trx, at)
  if (row.status !== 'previewed')
    throw await meanwhile(trx, 'rollover.state', { type: 'rollover', id: row.id })
  if (row.problems.some(isBlocking)) throw new Refusal('rollover.problems')
  if (row.bills_from < startOfMonth(today)) throw new Refusal('rollover.late')
  await refuseOwnSeats(trx, actor, row.id)
  const values = {
    status: 'running',
    run_by: actor.id,
    run_at: sql<Date>`now()`,
    changes: null,
    error_code: null,
  }
  await changeAt(trx, actor, 'rollover', at, values, { status: row.status })
  await enqueue(trx, 'rollover.run', { rollover_id: row.id })
}

/**
 * Refuses (four_eyes.own_family_rule) to carry out a plan that ends the seat of an own child, moves it to another class, or
 * leaves it in a class whose price was typed, together with too few others. Each price may have been set when the child was
 * not in the class, or when others still were.
 */
async function refuseOwnSeats(trx: Transaction<DB>, actor: Actor, rollover_id: string): Promise<void> {
  const seats = await trx
    .selectFrom('rollover_seat as seat')
    .select('seat.id')
    .select(sql<string>`concat(seat.act, coalesce(seat.to_subject_id, seat.subject_id))`.as('outcome'))
    .where('rollover_id', '=', rollover_id)
    .where(
      sql<boolean>`(seat.act <> 'carry' or exists (select from rollover_fee as typed
        join subject_fee as fee on fee.id = typed.subject_fee_id and fee.subject_id = seat.subject_id
        where typed.rollover_id = seat.rollover_id))`,
    )
    .execute()
  const idsOf = (some: typeof seats) => some.map(({ id }) => id)
  if (!(await isOwnFamily(trx, actor, { type: 'rollover_seat', ids: idsOf(seats) }))) return
  for (const together of Map.groupBy(seats, ({ outcome }) => outcome).values())
    await refuseOwnFamilyRule(trx, actor, { type: 'rollover_seat', ids: idsOf(together) })
}

/** Enqueues undoing a run. Refuses (rollover.undo_over) once an invoice of the new year exists. */
export async function startUndo(
  trx: Transaction<DB>,
  actor: Actor,
  { reason, ...at }: At & { reason: string },
): Promise<void> {
  const row = await lockedRollover(trx, at)
  const { undoable } = await rolloverFor(trx, row.id)
  if (!undoable) throw new Refusal('rollover.undo_over').blockedBy(...(await billedSince(trx, row.id)))
  const values = { undo_asked_at: sql<Date>`now()`, undone_by: actor.id, undo_reason: reason }
  await changeAt(trx, actor, 'rollover', at, values, { status: row.status })
  await enqueue(trx, 'rollover.undo', { rollover_id: row.id })
}

/** Removes a plan that was not carried out. */
export async function removeRollover(trx: Transaction<DB>, actor: Actor, at: At): Promise<string> {
  const { id, name } = await openRollover(trx, at)
  await trx.deleteFrom('rollover').where('id', '=', id).where('version', '=', at.version).execute()
  await record(trx, actor, 'rollover.removed', { type: 'rollover', id }, { before: { name } })
  return name
}

async function lockedRollover(trx: Transaction<DB>, { id, version }: At): Promise<RolloverRow> {
  const row = await lockRollover(trx, id)
  if (!row) throw new Refusal('not_found.rollover')
  refuseStale(row, version)
  return row
}

/** The next class of a promoted class; it must be on offer and different (rollover.same_class). */
async function nextOf(
  trx: Transaction<DB>,
  { act, to_subject_id }: { act: string; to_subject_id?: string | undefined },
  { subject_id, current }: { subject_id: string; current: string | null },
): Promise<string | null> {
  if (act !== 'promote' || !to_subject_id) return null
  if (to_subject_id === subject_id) throw new Refusal('rollover.same_class', 'to_subject_id')
  await refuseUnoffered(trx, { to_subject_id: 'subject' }, { to_subject_id }, { to_subject_id: current })
  return to_subject_id
}

/**
 * Sets what happens to a class and its fees. A price that is empty or equals the percentage increase is not stored. Refuses
 * rollover.state, version_conflict, a fee of another class (not_found.subject_fee), and a price of a class in which only the
 * own family is (four_eyes.own_family).
 */
export async function setClass(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  input: ClassInput,
): Promise<string> {
  const before = await rolloverClass(trx, id)
  const row = await openRollover(trx, { id: before.rollover_id, version: input.version })
  const to_subject_id = await nextOf(trx, input, {
    subject_id: before.subject_id,
    current: before.to_subject_id,
  })
  await trx
    .updateTable('rollover_class')
    .set({ act: input.act, to_subject_id })
    .where('id', '=', id)
    .execute()
  const prices = await plannedPrices(trx, row, before.subject_id)
  for (const { subject_fee_id, amount_sen } of input.fees ?? []) {
    const price = prices.find((one) => one.id === subject_fee_id)
    if (!price) throw new Refusal('not_found.subject_fee')
    const of = { rollover_id: row.id, subject_fee_id }
    await trx
      .deleteFrom('rollover_fee')
      .where('rollover_id', '=', row.id)
      .where('subject_fee_id', '=', subject_fee_id)
      .execute()
    if (amount_sen === undefined || amount_sen === price.usual_sen) continue
    // As when the price is changed at the class itself.
    await refuseOwnFamilyRule(trx, actor, { type: 'subject_fee', ids: [subject_fee_id] })
    await trx
      .insertInto('rollover_fee')
      .values({ ...of, amount_sen })
      .execute()
  }
  await changePlan(trx, actor, row)
  const typed = (input.fees ?? []).map(({ amount_sen }) => amount_sen ?? null)
  const after = { name: row.name, subject: before.subject, act: input.act, to_subject_id, amounts_sen: typed }
  await record(trx, actor, 'rollover.class_set', { type: 'rollover', id: row.id }, { after })
  return row.id
}

/** Sets what happens to one seat, or resets it to that of its class. */
export async function setSeat(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  input: SeatInput,
): Promise<string> {
  const seat = await rolloverSeat(trx, id)
  await refuseOwnFamilyOf(trx, actor, { type: 'enrolment', id: seat.enrolment_id })
  const row = await openRollover(trx, { id: seat.rollover_id, version: input.version })
  const about = { rollover_id: row.id, enrolment_id: seat.enrolment_id }
  const to_subject_id = await nextOf(trx, input, { subject_id: seat.subject_id, current: seat.to_subject_id })
  await trx
    .deleteFrom('rollover_choice')
    .where('rollover_id', '=', row.id)
    .where('enrolment_id', '=', seat.enrolment_id)
    .execute()
  if (input.act !== 'class')
    await trx
      .insertInto('rollover_choice')
      .values({ ...about, act: input.act, to_subject_id })
      .execute()
  await changePlan(trx, actor, row)
  const after = {
    name: row.name,
    student: seat.student,
    subject: seat.subject,
    act: input.act,
    to_subject_id,
  }
  await record(trx, actor, 'rollover.seat_set', { type: 'rollover', id: row.id }, { after })
  return row.id
}

/** Sets which discounts end with the year. Refuses not_found.discount. */
export async function setEndingDiscounts(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  { ending = [], version }: EndingDiscountsInput,
): Promise<void> {
  const row = await openRollover(trx, { id, version })
  await trx.deleteFrom('rollover_discount').where('rollover_id', '=', id).execute()
  const names: string[] = []
  for (const discount_id of new Set(ending)) {
    names.push(await nameOfDiscount(trx, discount_id))
    await trx.insertInto('rollover_discount').values({ rollover_id: id, discount_id }).execute()
  }
  await changePlan(trx, actor, row)
  const after = { name: row.name, discounts: names }
  await record(trx, actor, 'rollover.discounts_set', { type: 'rollover', id }, { after })
}

async function nameOfDiscount(db: Kysely<DB>, id: string): Promise<string> {
  const row = await db
    .selectFrom('discount')
    .select('name')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.discount', 'ending')
  return row.name
}

/** Adds classes that have seats on the last day and are not in the plan yet, each with a guess. */
async function addClasses(
  trx: Transaction<DB>,
  { id, ends_on }: { id: string; ends_on: string },
): Promise<void> {
  const classes = await trx
    .selectFrom('subject')
    .select(['subject.id', 'subject.name', 'subject.branch_id', 'subject.program_id'])
    .select(
      sql<boolean>`exists (select from enrolment where enrolment.subject_id = subject.id
        and enrolment.status <> 'ended' and coalesce(enrolment.ends_on >= ${ends_on}::date, true))`.as(
        'is_sat_in',
      ),
    )
    .where('subject.status', '=', 'active')
    .where('subject.deleted_at', 'is', null)
    .orderBy('subject.name')
    .orderBy('subject.id')
    .execute()
  const values = classes
    .filter(({ is_sat_in }) => is_sat_in)
    .map((one) => ({ id: newId(), rollover_id: id, subject_id: one.id, ...nextClass(one, classes) }))
  if (values.length === 0) return
  await trx
    .insertInto('rollover_class')
    .values(values)
    .onConflict((conflict) => conflict.columns(['rollover_id', 'subject_id']).doNothing())
    .execute()
}

/** Refuses (rollover.open) a second open plan; of two at the same time the unique index refuses the second. */
async function refuseSecond(trx: Transaction<DB>): Promise<void> {
  const other = await trx
    .selectFrom('rollover')
    .select(['id', 'name'])
    .where('status', 'not in', ['done', 'undone'])
    .executeTakeFirst()
  if (other) throw new Refusal('rollover.open').blockedBy({ to: 'rollover', id: other.id, name: other.name })
}

/** The first invoices of the new year, which keep a change of year from being undone. */
async function billedSince(trx: Transaction<DB>, rollover_id: string): Promise<Blocker[]> {
  const rows = await trx
    .selectFrom('rollover')
    .innerJoin('billed_fee', (join) =>
      join.on(sql<boolean>`billed_fee.period_ends_on >= rollover.bills_from`),
    )
    .innerJoin('invoice', 'invoice.id', 'billed_fee.invoice_id')
    .select(['invoice.id', 'invoice.number'])
    .distinct()
    .where('rollover.id', '=', rollover_id)
    .where(sql<boolean>`invoice.created_at >= rollover.done_at`)
    .where('invoice.status', '<>', 'cancelled')
    .orderBy('invoice.number')
    .limit(3)
    .execute()
  return rows.map(({ id, number }) => ({ to: 'invoice', id, name: number }))
}
