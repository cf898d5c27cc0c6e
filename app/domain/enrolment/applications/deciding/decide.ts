import { sql, type Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { refuseStale } from '#app/domain/core/changed.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import type { ApplicationStatus } from '../application.ts'
import { heldClasses } from '../classes.ts'
import { closeWhenDecided, heldApplication } from '../close.ts'
import { linesIn } from '../reach.ts'
import { userOf } from '../submit-application.ts'
import type { ChosenClass } from './decide-form.ts'
import { settleFamily } from './family-of.ts'
import { approveLine } from './line.ts'

/** Which application as it was seen, and which of its children; all that are open by default. */
export interface Which {
  id: string
  version: number
  place?: number
}

export interface Decided {
  number: string
  status: ApplicationStatus
  names: string[]
}

/**
 * Takes children in: their parents are found or made and invited, they become students with seats in their classes or
 * places on the waiting lists, what they owe at first is billed, and the family is written to. All of it happens or
 * nothing. Refuses not_found.application, application.decided, version_conflict and what approveLine and settleParent
 * refuse.
 * @param chosen for the classes of one child; by default as the family wished
 */
export async function approveApplication(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  keys: Keys,
  which: Which,
  today: string,
  chosen: readonly ChosenClass[] = [],
): Promise<Decided> {
  const { application, lines } = await heldLines(trx, scope, which)
  const ids = lines.map(({ id }) => id)
  const wishes = await trx
    .selectFrom('application_subject')
    .selectAll()
    .where('application_student_id', 'in', ids)
    .orderBy('subject_id')
    .execute()
  // Before anything that is counted, as whoever hands in an application does it.
  const classes = await heldClasses(
    trx,
    wishes.map(({ subject_id }) => subject_id),
  )
  const family = await settleFamily(trx, actor, keys, application)
  for (const line of lines)
    await approveLine(trx, actor, keys, line, family, {
      ...{ classes, chosen, today },
      wishes: wishes.filter(({ application_student_id }) => application_student_id === line.id),
    })
  return conclude(trx, actor, application, lines)
}

/**
 * Turns children down with a reason that the family reads; their seats are free at once. Refuses as
 * {@link approveApplication} does.
 */
export async function rejectApplication(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  which: Which,
  reason: string,
): Promise<Decided> {
  const { application, lines } = await heldLines(trx, scope, which)
  await trx
    .updateTable('application_student')
    .set({ status: 'rejected', reason, decided_by: userOf(actor), decided_at: sql<Date>`now()` })
    .where(
      'id',
      'in',
      lines.map(({ id }) => id),
    )
    .where('status', '=', 'pending')
    .execute()
  return conclude(trx, actor, application, lines, reason)
}

/** The open children of an application about whom the scope decides, held with it. */
export async function heldLines(trx: Transaction<DB>, scope: RowScope, { id, version, place }: Which) {
  const reached = await linesIn(trx, scope).select('id').where('application_id', '=', id).executeTakeFirst()
  if (!reached) throw new Refusal('not_found.application')
  const application = await heldApplication(trx, { id })
  const all = await linesIn(trx, scope)
    .selectAll('application_student')
    .where('application_id', '=', id)
    .$if(place !== undefined, (query) => query.where('place', '=', place!))
    .orderBy('place')
    .execute()
  if (all.length === 0) throw new Refusal('not_found.application')
  const lines = all.filter(({ status }) => status === 'pending')
  if (lines.length === 0) throw new Refusal('application.decided')
  refuseStale(application, version)
  return { application, lines }
}

type Application = Awaited<ReturnType<typeof heldApplication>>

async function conclude(
  trx: Transaction<DB>,
  actor: Actor,
  { id, number, status: before }: Application,
  lines: readonly { id: string; name: string; place: number }[],
  reason: string | null = null,
): Promise<Decided> {
  const status = await closeWhenDecided(trx, actor, id, { reason })
  const names = lines.map(({ name }) => name)
  // By their places: the log is kept for longer than the names of those who were turned down.
  const after = { number, status, places: lines.map(({ place }) => place), ...(reason ? { reason } : {}) }
  const change = { before: { number, status: before }, after }
  const action = reason === null ? 'application.approved' : 'application.rejected'
  await record(trx, actor, action, { type: 'application', id }, change)
  const student_ids = lines.map((line) => line.id)
  await enqueue(trx, 'application.decided', { application_id: id, student_ids })
  return { number, status, names }
}
