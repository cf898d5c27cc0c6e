import { sql, type Transaction, type UpdateObject } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { difference, named, record } from '#app/domain/core/audit.ts'
import { changeAt, refuseStale } from '#app/domain/core/changed.ts'
import { addMonths, daysBetween, startOfMonth } from '#app/domain/core/dates.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { addClasses } from './add-classes.ts'
import { heldRollover, type RolloverRow, rolloverFor } from './find-rollovers.ts'
import { furthestDays, isBlocking, type RolloverStatus } from './rollover.ts'
import type { RolloverInput } from './rollover-form.ts'

interface At {
  id: string
  version: number
}

/** In which the plan may be changed. */
const open: readonly RolloverStatus[] = ['planning', 'previewed']

/** The columns of what was typed; a share that was left empty is one of ten. */
function columnsOf({ name, ends_on, starts_on, bills_from, percent_bp, step_sen, ...typed }: RolloverInput) {
  return {
    ...{ name, ends_on, starts_on, bills_from: `${bills_from}-01`, percent_bp: percent_bp ?? 0, step_sen },
    ...{ keeps_own_fees: typed.keeps_own_fees ?? false, share_bp: typed.share_bp ?? 1_000 },
  }
}

/** A year ends about now, and the next one bills from a month on that is not over (rollover.days, rollover.month). */
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

/** Begins the plan of a change of year, with a guess for each class; returns its id. Refuses a second one (rollover.open). */
export async function planRollover(
  trx: Transaction<DB>,
  actor: Actor,
  { form_key: _key, version: _version, ...input }: RolloverInput,
  today: string,
): Promise<string> {
  const values = columnsOf(input)
  refuseDays(values, today)
  const id = newId()
  await trx
    .insertInto('rollover')
    .values({ id, ...values, created_by: actor.id, updated_by: actor.id })
    .execute()
  await addClasses(trx, { id, ends_on: values.ends_on })
  await record(trx, actor, 'rollover.created', { type: 'rollover', id }, { after: values })
  return id
}

/** Changes the days and what prices rise by. Refuses what has gone on (rollover.state) and version_conflict. */
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

/** A plan that may be changed, held, at the version that was seen. */
export async function openRollover(trx: Transaction<DB>, at: At): Promise<RolloverRow> {
  const row = await lockedRollover(trx, at)
  if (!open.includes(row.status)) throw new Refusal('rollover.state')
  return row
}

/** Whatever is changed, what was previewed holds no longer. */
export const changePlan = (
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

/** Asks for a preview; a job makes it. */
export async function askForPreview(trx: Transaction<DB>, actor: Actor, at: At): Promise<void> {
  const row = await openRollover(trx, at)
  await addClasses(trx, row)
  const values = { status: 'previewing', changes: null, error_code: null }
  await changeAt(trx, actor, 'rollover', at, values, { status: row.status })
  await enqueue(trx, 'rollover.preview', { rollover_id: row.id })
}

/**
 * Begins to carry out what a preview has found, after a job has compared it with how things are by then. Refuses
 * (rollover.problems) one that cannot be, one whose first month is over by now (rollover.late), and rollover.state.
 */
export async function startRun(trx: Transaction<DB>, actor: Actor, at: At, today: string): Promise<void> {
  const row = await lockedRollover(trx, at)
  if (row.status !== 'previewed') throw new Refusal('rollover.state')
  if (row.problems.some(isBlocking)) throw new Refusal('rollover.problems')
  if (row.bills_from < startOfMonth(today)) throw new Refusal('rollover.late')
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

/** Begins to undo it. Refuses (rollover.undo_over) once an invoice of the new year was made. */
export async function startUndo(
  trx: Transaction<DB>,
  actor: Actor,
  { reason, ...at }: At & { reason: string },
): Promise<void> {
  const row = await lockedRollover(trx, at)
  const { undoable } = await rolloverFor(trx, row.id)
  if (!undoable) throw new Refusal('rollover.undo_over')
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
  const row = await heldRollover(trx, id)
  if (!row) throw new Refusal('not_found.rollover')
  refuseStale(row, version)
  return row
}
