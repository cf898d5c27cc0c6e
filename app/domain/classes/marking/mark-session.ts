import { sql, type Transaction } from 'kysely'
import { rosterOf } from '#app/domain/classes/sessions/roster.ts'
import { sessionsIn } from '#app/domain/classes/sessions/session-scope.ts'
import type { SessionStatus } from '#app/domain/classes/sessions/words.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { databaseTime } from '#app/domain/core/clock.ts'
import { todayIn } from '#app/domain/core/dates.ts'
import { meanwhile } from '#app/domain/core/meanwhile.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { studentsIn } from '#app/domain/people/students/scope.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { unmadeAbsences } from './absences.ts'
import { type Dated, isLater, type KeptReason, type MarkEntry, type MarkSource } from './mark.ts'
import { changeableUntil, mayChangeOn } from './window.ts'

/** What became of each mark: it counts, a later one counts, or why it can never count. By the ids of the marks. */
export interface Outcome {
  won: string[]
  lost: string[]
  kept: { id: string; reason: KeptReason }[]
}

export interface LockedSession {
  id: string
  subject_id: string
  held_on: string
  status: SessionStatus
  version: number
  topic: string | null
  note: string | null
}

/** Minutes after a session was confirmed until families hear of an absence: a wrong mark can still be put right. */
const alertAfterMinutes = 30

/** A session within reach, locked until the transaction ends. Refuses not_found.attendance. */
export async function lockedSession(
  trx: Transaction<DB>,
  scope: RowScope,
  id: string,
): Promise<LockedSession> {
  const row = await sessionsIn(trx, scope)
    .select(['class_session.id', 'class_session.subject_id', 'class_session.held_on'])
    .select(['class_session.version', 'class_session.topic', 'class_session.note'])
    .select(sql<SessionStatus>`class_session.status`.as('status'))
    .where('class_session.id', '=', id)
    .forUpdate('class_session')
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.attendance')
  return row
}

/** What else changes with the marks; what is undefined stays as it is. */
export interface Words {
  topic?: string | null | undefined
  note?: string | null | undefined
}

interface Marking {
  /** Which students may be added as trying the class; nobody unless it is said. */
  students?: RowScope | undefined
  words?: Words | undefined
}

/**
 * Stores marks of a session and lets the latest of each student count; the first ones open it. A mark that was stored already, by
 * its id, changes nothing. Marks of a phone are stored in any case: those of a session that was confirmed or cancelled meanwhile, that
 * is too long ago, or of a student who is not enrolled on that day cannot count and say why. From the page and the register the same
 * is refused: marking.confirmed, marking.cancelled, marking.window, marking.not_enrolled; and not_found.attendance.
 */
export async function markSession(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  session_id: string,
  entries: readonly MarkEntry[],
  source: MarkSource,
  { students, words = {} }: Marking = {},
): Promise<Outcome> {
  const session = await lockedSession(trx, scope, session_id)
  const now = await databaseTime(trx)
  const closed = closedFor(session, actor, todayIn(now))
  if (closed && source !== 'phone') throw await refusalOf(trx, session, actor, closed)
  const fresh = await unknownOf(trx, entries)
  const [current, enrolled] = await Promise.all([currentMarks(trx, session_id), rosterOf(trx, session_id)])
  const expected = new Set([...enrolled.map(({ student_id }) => student_id), ...current.keys()])
  const { guests, strangers } = await beyondRoster(trx, students, fresh, expected)
  const open = await openAbsences(trx, session, fresh)

  const rows = []
  const outcome: Outcome = { won: [], lost: [], kept: [] }
  const winners = new Map<string, MarkEntry>()
  for (const entry of fresh) {
    const known = expected.has(entry.student_id)
    const reason = closed ?? (known || guests.has(entry.student_id) ? null : 'not_enrolled')
    if (reason && source !== 'phone') throw await refuseStranger(trx, entry.student_id)
    const counts = winners.get(entry.student_id) ?? current.get(entry.student_id)
    const won = !reason && (!counts || isLater(entry, counts))
    const checked = {
      ...entry,
      // What was made up for elsewhere meanwhile is not made up for twice; the mark itself counts.
      makeup_for_id: open.has(`${entry.student_id} ${entry.makeup_for_id}`) ? entry.makeup_for_id : null,
      is_trial:
        !enrolled.some(({ student_id }) => student_id === entry.student_id) &&
        (entry.is_trial || current.get(entry.student_id)?.is_trial === true),
    }
    if (won) winners.set(entry.student_id, checked)
    if (reason) outcome.kept.push({ id: entry.id, reason })
    // A student whom nobody has heard of cannot be stored.
    if (strangers.has(entry.student_id)) continue
    rows.push({ ...checked, session_id, source, marked_by: actor.id!, won, reason })
  }
  for (const { id, student_id, reason } of rows)
    if (!reason) (winners.get(student_id)?.id === id ? outcome.won : outcome.lost).push(id)

  if (rows.length > 0)
    await trx
      .insertInto('attendance_entry')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  await storeWinners(trx, actor, session_id, [...winners.values()])
  if (!closed) await touch(trx, actor, session, { marked: winners.size > 0, words })
  if (winners.size > 0) await recordCounts(trx, actor, session, source)
  return outcome
}

/** Why nobody, or not this person, may change the marks of a session today; undefined where they may. */
function closedFor(
  { status, held_on }: LockedSession,
  { roles }: Actor,
  today: string,
): Exclude<KeptReason, 'not_enrolled'> | undefined {
  if (status === 'cancelled' || status === 'confirmed') return status
  return mayChangeOn(roles, held_on, today) ? undefined : 'window'
}

async function refusalOf(
  trx: Transaction<DB>,
  { id, held_on }: LockedSession,
  { roles }: Actor,
  closed: Exclude<KeptReason, 'not_enrolled'>,
): Promise<Refusal> {
  const object = { type: 'class_session', id }
  if (closed !== 'window') return meanwhile(trx, `marking.${closed}`, object)
  const today = todayIn(await databaseTime(trx))
  if (held_on > today) return new Refusal('marking.too_early', undefined, { on: held_on })
  return new Refusal('marking.window', undefined, { on: changeableUntil(roles, held_on) ?? held_on })
}

async function refuseStranger(trx: Transaction<DB>, student_id: string): Promise<Refusal> {
  const student = await trx
    .selectFrom('student')
    .select('name')
    .where('id', '=', student_id)
    .executeTakeFirst()
  if (!student) return new Refusal('not_found.student')
  return new Refusal('marking.not_enrolled', undefined, { name: student.name })
}

/** Those that are not stored yet. */
async function unknownOf(trx: Transaction<DB>, entries: readonly MarkEntry[]): Promise<MarkEntry[]> {
  const ids = entries.map(({ id }) => id)
  const known = await trx
    .selectFrom('attendance_entry')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  const stored = new Set(known.map(({ id }) => id))
  return [...new Map(entries.map((entry) => [entry.id, entry])).values()].filter(({ id }) => !stored.has(id))
}

type Current = Dated & { is_trial: boolean }

/** The marks that count, by student, each with the entry from which it comes. */
async function currentMarks(trx: Transaction<DB>, session_id: string): Promise<Map<string, Current>> {
  const rows = await trx
    .selectFrom('attendance_mark')
    .select(['student_id', 'entry_id as id', 'marked_at', 'is_trial'])
    .where('session_id', '=', session_id)
    .execute()
  return new Map(rows.map(({ student_id, ...dated }) => [student_id, dated]))
}

/** Of the students beyond the roster: those who may be added as trying the class, and those whom the organisation does not have. */
async function beyondRoster(
  trx: Transaction<DB>,
  students: RowScope | undefined,
  entries: readonly MarkEntry[],
  expected: ReadonlySet<string>,
) {
  const beyond = entries.filter(({ student_id }) => !expected.has(student_id))
  const ids = beyond.map(({ student_id }) => student_id)
  const trials = beyond.filter(({ is_trial }) => is_trial).map(({ student_id }) => student_id)
  if (ids.length === 0) return { guests: new Set<string>(), strangers: new Set<string>() }
  const [known, within] = await Promise.all([
    trx.selectFrom('student').select('id').where(sql<boolean>`id = any(${ids}::uuid[])`).execute(),
    students
      ? studentsIn(trx, students)
          .select('student.id')
          .where('student.status', '=', 'active')
          .where(sql<boolean>`student.id = any(${trials}::uuid[])`)
          .execute()
      : [],
  ])
  const has = new Set(known.map(({ id }) => id))
  return {
    guests: new Set(within.map(({ id }) => id)),
    strangers: new Set(ids.filter((id) => !has.has(id))),
  }
}

/** Which missed sessions the entries may make up for, as `student session`. */
async function openAbsences(
  trx: Transaction<DB>,
  { id, subject_id, held_on }: LockedSession,
  entries: readonly MarkEntry[],
): Promise<Set<string>> {
  const students = entries.filter(({ makeup_for_id }) => makeup_for_id).map(({ student_id }) => student_id)
  if (students.length === 0) return new Set()
  const rows = await unmadeAbsences(trx, { id, subject_id, held_on }, students)
  return new Set(rows.map(({ student_id, session_id }) => `${student_id} ${session_id}`))
}

async function storeWinners(
  trx: Transaction<DB>,
  actor: Actor,
  session_id: string,
  winners: readonly MarkEntry[],
): Promise<void> {
  if (winners.length === 0) return
  await trx
    .insertInto('attendance_mark')
    .values(winners.map(({ id, ...entry }) => ({ ...entry, session_id, entry_id: id, marked_by: actor.id! })))
    .onConflict((conflict) =>
      conflict.columns(['session_id', 'student_id']).doUpdateSet((eb) => ({
        mark: eb.ref('excluded.mark'),
        late_minutes: eb.ref('excluded.late_minutes'),
        remark: eb.ref('excluded.remark'),
        makeup_for_id: eb.ref('excluded.makeup_for_id'),
        marked_at: eb.ref('excluded.marked_at'),
        marked_by: eb.ref('excluded.marked_by'),
        entry_id: eb.ref('excluded.entry_id'),
        updated_at: sql<Date>`now()`,
      })),
    )
    .execute()
}

/** Opens a planned session that is marked, and writes what else changed; nothing where nothing did. */
async function touch(
  trx: Transaction<DB>,
  actor: Actor,
  session: LockedSession,
  { marked, words }: { marked: boolean; words: Words },
): Promise<void> {
  const changed = Object.entries(words).filter(
    ([key, value]) => value !== undefined && value !== session[key as keyof Words],
  )
  const opens = session.status === 'planned' && (marked || changed.length > 0)
  if (!marked && changed.length === 0) return
  await trx
    .updateTable('class_session')
    .set({
      ...Object.fromEntries(changed),
      ...(opens ? { status: 'open', opened_at: sql<Date>`now()`, opened_by: actor.id } : {}),
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
      updated_by: actor.id,
    })
    .where('id', '=', session.id)
    .where('status', 'in', ['planned', 'open'])
    .executeTakeFirstOrThrow()
  if (changed.length > 0)
    await record(
      trx,
      actor,
      'class_session.described',
      { type: 'class_session', id: session.id },
      {
        before: Object.fromEntries(changed.map(([key]) => [key, session[key as keyof Words]])),
        after: Object.fromEntries(changed),
      },
    )
}

/** How many students are marked as what. */
export async function countsOf(trx: Transaction<DB>, session_id: string) {
  const rows = await trx
    .selectFrom('attendance_mark')
    .select(['mark', sql<number>`count(*)::int`.as('count')])
    .where('session_id', '=', session_id)
    .groupBy('mark')
    .execute()
  const count = (mark: string) => rows.find((row) => row.mark === mark)?.count ?? 0
  return {
    present: count('present'),
    late: count('late'),
    absent: count('absent'),
    excused: count('excused'),
  }
}

/** Each mark is among the entries; the log has how many there are. */
async function recordCounts(
  trx: Transaction<DB>,
  actor: Actor,
  { id }: LockedSession,
  source: MarkSource,
): Promise<void> {
  const after = { ...(await countsOf(trx, id)), source }
  await record(trx, actor, 'class_session.marked', { type: 'class_session', id }, { after })
}

/**
 * Confirms a session: its marks count from now on, for pay, for invoices by session and for percentages. Half an hour later families
 * hear of absences, where the organisation wants it. Refuses marking.unmarked while somebody who is enrolled is not marked,
 * marking.confirmed, marking.cancelled, marking.window, and version_conflict where it was changed since it was seen.
 * @param version as it was seen; left out by who has just marked it
 */
export async function confirmSession(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  session_id: string,
  version?: number,
): Promise<void> {
  const session = await lockedSession(trx, scope, session_id)
  const now = await databaseTime(trx)
  const closed = closedFor(session, actor, todayIn(now))
  if (closed) throw await refusalOf(trx, session, actor, closed)
  const object = { type: 'class_session', id: session_id }
  if (version !== undefined && version !== session.version)
    throw await meanwhile(trx, 'version_conflict', object)
  const marked = await currentMarks(trx, session_id)
  const unmarked = (await rosterOf(trx, session_id)).filter(({ student_id }) => !marked.has(student_id))
  if (unmarked.length > 0)
    throw new Refusal('marking.unmarked', undefined, { count: unmarked.length, name: unmarked[0]!.name })
  const { numUpdatedRows } = await trx
    .updateTable('class_session')
    .set({
      status: 'confirmed',
      confirmed_at: sql<Date>`now()`,
      confirmed_by: actor.id,
      opened_at: sql<Date>`coalesce(opened_at, now())`,
      opened_by: sql<string>`coalesce(opened_by, ${actor.id}::uuid)`,
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
      updated_by: actor.id,
    })
    .where('id', '=', session_id)
    .where('status', 'in', ['planned', 'open'])
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw await meanwhile(trx, 'version_conflict', object)
  const { absence_alert } = await settings(trx, 'attendance')
  await Promise.all([
    recordConfirmed(trx, actor, session_id),
    absence_alert.on &&
      enqueue(trx, 'absence.alert', { session_id }, new Date(now.getTime() + alertAfterMinutes * 60_000)),
  ])
}

async function recordConfirmed(trx: Transaction<DB>, actor: Actor, id: string): Promise<void> {
  const after = await countsOf(trx, id)
  await record(trx, actor, 'class_session.confirmed', { type: 'class_session', id }, { after })
}

/**
 * Opens a confirmed session again, to be changed and confirmed anew. Refuses marking.not_confirmed, marking.window, and
 * version_conflict where it was changed since it was seen. Who may is what the page's permission says.
 */
export async function reopenSession(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  session_id: string,
  { reason, version }: { reason: string; version: number },
): Promise<void> {
  const session = await lockedSession(trx, scope, session_id)
  const object = { type: 'class_session', id: session_id }
  if (session.status !== 'confirmed') throw await meanwhile(trx, 'marking.not_confirmed', object)
  if (!mayChangeOn(actor.roles, session.held_on, todayIn(await databaseTime(trx))))
    throw await refusalOf(trx, session, actor, 'window')
  const { numUpdatedRows } = await trx
    .updateTable('class_session')
    .set({
      status: 'open',
      confirmed_at: null,
      confirmed_by: null,
      reopened_at: sql<Date>`now()`,
      reopened_by: actor.id,
      reopen_reason: reason,
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
      updated_by: actor.id,
    })
    .where('id', '=', session_id)
    .where('status', '=', 'confirmed')
    .where('version', '=', version)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw await meanwhile(trx, 'version_conflict', object)
  await record(trx, actor, 'class_session.reopened', object, { after: { reason } })
}

/**
 * Lets an earlier mark of a session count, of two that people made: the person who decides marks the student so, now.
 * Refuses not_found.attendance, and what marking the session refuses.
 */
export async function chooseMark(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  session_id: string,
  entry_id: string,
  id: string,
): Promise<string> {
  await lockedSession(trx, scope, session_id)
  const entry = await trx
    .selectFrom('attendance_entry')
    .innerJoin('student', 'student.id', 'attendance_entry.student_id')
    .selectAll('attendance_entry')
    .select('student.name')
    .where('attendance_entry.id', '=', entry_id)
    .where('attendance_entry.session_id', '=', session_id)
    .executeTakeFirst()
  if (!entry) throw new Refusal('not_found.attendance')
  const { student_id, late_minutes, remark, makeup_for_id, is_trial, name } = entry
  const chosen: MarkEntry = {
    ...{ id, student_id, mark: entry.mark as MarkEntry['mark'], late_minutes, remark },
    ...{ makeup_for_id, is_trial, marked_at: await databaseTime(trx) },
  }
  await markSession(trx, actor, scope, session_id, [chosen], 'form')
  return name
}
