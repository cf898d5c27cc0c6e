import { sql, type Transaction } from 'kysely'
import { leaveOn } from '#app/domain/classes/leave/find-leave.ts'
import type { Mark } from '#app/domain/classes/sessions/words.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { databaseTime } from '#app/domain/core/clock.ts'
import { meanwhile } from '#app/domain/core/meanwhile.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { idFrom, newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { entriesOfForm, type Marked, type MarkInput, proposedMark } from './mark.ts'
import { confirmSession, lockedSession, markSession, type Words } from './mark-session.ts'

/** What became of the page: whether it was confirmed, and how many marks a later one of somebody else overrules. */
export interface Saved {
  lost: number
  /** `changed`: somebody else marked since the page was opened, so what nobody has seen was not confirmed. */
  confirmed: boolean | 'changed'
}

/**
 * Saves the page of a session: its marks, its topic and note, and confirms it where that button was pressed. Refuses what
 * `markSession` and `confirmSession` refuse, and version_conflict where somebody else wrote another topic or note meanwhile.
 */
export async function saveMarking(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  session_id: string,
  input: MarkInput,
  students: RowScope | undefined,
): Promise<Saved> {
  const session = await lockedSession(trx, scope, session_id)
  const words = { topic: wordOf(input.topic, input.topic_was), note: wordOf(input.note, input.note_was) }
  const overwritten = (['topic', 'note'] as const).some(
    (key) =>
      words[key] !== undefined && !same(session[key], words[key]) && !same(session[key], input[`${key}_was`]),
  )
  if (overwritten) throw await meanwhile(trx, 'version_conflict', { type: 'class_session', id: session_id })
  return saveMarks(trx, actor, scope, session_id, input, { source: 'form', students, words })
}

interface Marking {
  source: 'form' | 'register'
  students?: RowScope | undefined
  words?: Words
}

/** The same of the marks alone, from wherever a person has typed them. */
export async function saveMarks(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  session_id: string,
  input: Pick<MarkInput, 'marks' | 'shown_at' | 'version' | 'act' | 'form_key'>,
  { source, ...marking }: Marking,
): Promise<Saved> {
  const session = await lockedSession(trx, scope, session_id)
  const now = await databaseTime(trx)
  const [shown, leave, { open_with }] = await Promise.all([
    shownAt(trx, session_id, input.shown_at),
    leaveOn(trx, session_id),
    settings(trx, 'attendance'),
  ])
  const onLeave = new Set(leave.map(({ student_id }) => student_id))
  const key = input.form_key ?? newId()
  const entries = entriesOfForm(
    input,
    (student_id) => ({
      counted: shown.get(student_id) ?? null,
      proposed: proposedMark(open_with, onLeave.has(student_id)),
    }),
    now.getTime(),
    (student_id) => idFrom(key, session_id, student_id),
  )
  const { lost } = await markSession(trx, actor, scope, session_id, entries, source, marking)
  if (input.act !== 'confirm') return { lost: lost.length, confirmed: false }
  if (input.version !== session.version || lost.length > 0) return { lost: lost.length, confirmed: 'changed' }
  await confirmSession(trx, actor, scope, session_id)
  return { lost: 0, confirmed: true }
}

const plain = (text: string | null | undefined) => (text ?? '').replace(/\r\n?/g, '\n').trim()
const same = (one: string | null | undefined, other: string | null | undefined) => plain(one) === plain(other)

/** What was written; undefined where the field was left as the page showed it. */
const wordOf = (typed: string | undefined, was: string | undefined) =>
  same(typed, was) ? undefined : typed || null

/** What counted for each student when a page was drawn. */
async function shownAt(
  trx: Transaction<DB>,
  session_id: string,
  shown_at: number,
): Promise<Map<string, Marked>> {
  const rows = await trx
    .selectFrom('attendance_entry')
    .distinctOn('student_id')
    .select(['student_id', 'late_minutes', 'remark', 'makeup_for_id'])
    .select(sql<Mark>`mark`.as('mark'))
    .where('session_id', '=', session_id)
    .where('reason', 'is', null)
    .where('received_at', '<', new Date(shown_at + 1))
    .orderBy('student_id')
    .orderBy('marked_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.map(({ student_id, ...marked }) => [student_id, marked]))
}
