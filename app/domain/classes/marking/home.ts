import { type Kysely, sql } from 'kysely'
import { rosterCount } from '#app/domain/classes/sessions/roster.ts'
import { sessionsIn } from '#app/domain/classes/sessions/session-scope.ts'
import type { SessionStatus } from '#app/domain/classes/sessions/words.ts'
import type { SessionRole } from '#app/domain/core/access/access.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { addDays, instantIn } from '#app/domain/core/dates.ts'
import type { DB } from '#db/types.ts'
import { daysToChange } from './window.ts'

/** A session on Home. */
export interface HomeSession {
  id: string
  subject: string
  held_on: string
  starts: string
  ends: string
  room: string | null
  status: SessionStatus
  students: number
  marked: number
}

/** Sessions of each part at most. */
const mostOfEach = 30
/** Days after today that are shown. */
const daysAhead = 7

/**
 * What a person who teaches or helps sees first: today's sessions, the next one among them, those of earlier days that are not
 * confirmed and can be still, and the coming week. Only their own: the classes they teach or help in, whatever else their roles reach.
 */
export async function teachingDay(
  db: Kysely<DB>,
  scope: RowScope,
  { roles, now, today }: { roles: readonly SessionRole[]; now: Date; today: string },
) {
  const own: RowScope = { ...scope, scope: 'class' }
  const days = daysToChange(roles) ?? 7
  const [current, late, coming] = await Promise.all([
    found(db, own).where('class_session.held_on', '=', today).where(notCancelled).execute(),
    found(db, own)
      .where('class_session.status', 'in', ['planned', 'open'])
      .where('class_session.held_on', '<', today)
      .where('class_session.held_on', '>=', addDays(today, -days))
      .execute(),
    found(db, own)
      .where('class_session.held_on', '>', today)
      .where('class_session.held_on', '<=', addDays(today, daysAhead))
      .where(notCancelled)
      .execute(),
  ])
  return { today: current, next: nextOf(current, now), late, coming }
}
export type TeachingDay = Awaited<ReturnType<typeof teachingDay>>

const notCancelled = sql<boolean>`class_session.status <> 'cancelled'`

/** The session that is held now or next, else the last one that is not confirmed; by its id. */
export function nextOf(
  sessions: readonly Pick<HomeSession, 'id' | 'ends' | 'status'>[],
  now: Date,
): string | null {
  const [, time = ''] = instantIn(now).split(' ')
  const open = sessions.filter(({ status }) => status !== 'confirmed')
  return (open.find(({ ends }) => ends > time) ?? open.at(-1))?.id ?? null
}

/** Hours after its end from which a session that is not confirmed is late. */
export const confirmHours = 48

/** That a session, held two days ago, waits to be confirmed. */
export const isLate = sql<boolean>`(class_session.status in ('planned','open')
  and (class_session.held_on + class_session.ends) at time zone 'Asia/Kuala_Lumpur'
    < now() - make_interval(hours => ${sql.lit(confirmHours)}))`

/** Sessions within reach that wait to be confirmed for two days, for the office, by id. */
export const unconfirmedIn = (db: Kysely<DB>, scope: RowScope) =>
  sessionsIn(db, scope).where(isLate).select('class_session.id')

/** Sessions on the page of the office at most. */
const mostUnconfirmed = 200

/** The same with their classes and who gives them, the oldest first; no more than 200. */
export function unconfirmedSessions(db: Kysely<DB>, scope: RowScope) {
  return found(db, scope)
    .leftJoin('user_account as trainer', 'trainer.id', 'class_session.trainer_user_id')
    .select('trainer.name as trainer')
    .where(isLate)
    .clearLimit()
    .limit(mostUnconfirmed)
    .execute()
}

function found(db: Kysely<DB>, scope: RowScope) {
  return sessionsIn(db, scope)
    .innerJoin('subject', 'subject.id', 'class_session.subject_id')
    .select(['class_session.id', 'subject.name as subject', 'class_session.held_on', 'class_session.room'])
    .select(sql<SessionStatus>`class_session.status`.as('status'))
    .select(sql<string>`to_char(class_session.starts, 'HH24:MI')`.as('starts'))
    .select(sql<string>`to_char(class_session.ends, 'HH24:MI')`.as('ends'))
    .select(rosterCount.as('students'))
    .select(
      sql<number>`(select count(*)::int from attendance_mark where session_id = class_session.id)`.as(
        'marked',
      ),
    )
    .orderBy('class_session.held_on')
    .orderBy('class_session.starts')
    .orderBy('class_session.id')
    .limit(mostOfEach)
}
