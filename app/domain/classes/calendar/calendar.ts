import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { branchChoices } from '#app/domain/catalogue/branches/branches.ts'
import { subjectsIn } from '#app/domain/catalogue/subjects/find-subjects.ts'
import { enrolledOn } from '#app/domain/classes/sessions/enrolled-on.ts'
import { namedSessions } from '#app/domain/classes/sessions/find-sessions.ts'
import { sessionsIn } from '#app/domain/classes/sessions/session-scope.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { addDays, isPageDay } from '#app/domain/core/dates.ts'
import type { Locale } from '#app/i18n/locales.ts'
import type { DB } from '#db/types.ts'

export const calendarViews = ['week', 'day'] as const
export type CalendarView = (typeof calendarViews)[number]

const plainText = z.string().trim().max(50)
const entry = z.uuid().optional().catch(undefined)

/** What an address asks of the calendar; what makes no sense is left out. */
const asked = z.object({
  view: z.enum(calendarViews).catch('week'),
  day: z.string().refine(isPageDay).optional().catch(undefined),
  trainer: entry,
  branch: entry,
  subject: entry,
  room: plainText
    .transform((room) => room || undefined)
    .optional()
    .catch(undefined),
})

export interface CalendarSearch {
  view: CalendarView
  /** The first and the last day that are shown, and the one that was asked for. */
  from: string
  until: string
  day: string
  trainer?: string | undefined
  branch?: string | undefined
  subject?: string | undefined
  room?: string | undefined
}

/** 0 is Monday. */
const weekdayOf = (on: string) => (new Date(`${on}T00:00:00Z`).getUTCDay() + 6) % 7

/** The days, from Monday to Sunday for a week, and the filters that an address asks for. */
export function calendarSearch(search: URLSearchParams, today: string): CalendarSearch {
  const { view, day = today, ...filters } = asked.parse(Object.fromEntries(search))
  const from = view === 'week' ? addDays(day, -weekdayOf(day)) : day
  return { view, day, from, until: view === 'week' ? addDays(from, 6) : day, ...filters }
}

/** As the query of an address. */
export const calendarQuery = ({ view, day, trainer, branch, subject, room }: CalendarSearch) => ({
  view: view === 'week' ? undefined : view,
  ...{ day, trainer, branch, subject, room },
})

/** Sessions shown at once. */
export const mostShown = 200

/** The sessions of the calendar within a scope, in the order of their times; `more` where there are more than `limit`. */
export async function calendarSessions(
  db: Kysely<DB>,
  scope: RowScope,
  { from, until, trainer, branch, subject, room }: CalendarSearch,
  locale: Locale,
  limit = mostShown,
) {
  let query = namedSessions(db, scope, locale)
    .where('class_session.held_on', '>=', from)
    .where('class_session.held_on', '<=', until)
  if (trainer) query = query.where('class_session.trainer_user_id', '=', trainer)
  if (branch) query = query.where('class_session.branch_id', '=', branch)
  if (subject) query = query.where('class_session.subject_id', '=', subject)
  if (room) query = query.where(sql<boolean>`lower(class_session.room) = lower(${room})`)
  const rows = await query
    .select(childrenOf(scope).as('children'))
    .orderBy('class_session.held_on')
    .orderBy(sql.ref('class_session.starts'))
    .orderBy('subject.name')
    .orderBy('class_session.id')
    .limit(limit + 1)
    .execute()
  return { sessions: rows.slice(0, limit), more: rows.length > limit }
}

/** A parent's own children in the session of a query; nobody's for others. */
const childrenOf = ({ scope, parent_id }: RowScope) =>
  scope === 'own'
    ? sql<string | null>`(select string_agg(distinct student.name, ', ') from enrolment
        join student on student.id = enrolment.student_id and student.deleted_at is null
        join student_parent on student_parent.student_id = student.id and student_parent.parent_id = ${parent_id}
        where ${enrolledOn})`
    : sql<string | null>`null::text`

export type CalendarSession = Awaited<ReturnType<typeof calendarSessions>>['sessions'][number]

/** Why days are closed: `YYYY-MM-DD` with the name, of public holidays and closures of the branch that is shown, or of all. */
export async function closedDays(
  db: Kysely<DB>,
  { scope, branch_ids }: RowScope,
  { from, until, branch }: CalendarSearch,
): Promise<{ on_day: string; name: string; branch: string | null }[]> {
  const branches = branch ? [branch] : scope === 'branch' ? branch_ids : null
  const { rows } = await sql<{ on_day: string; name: string; branch: string | null }>`
    select distinct day::date as on_day, closed.name, closed.branch
    from generate_series(${from}::date, ${until}::date, interval '1 day') as day
      cross join lateral (
        select closure.name, branch.name as branch from closure left join branch on branch.id = closure.branch_id
        where day::date between closure.starts_on and closure.ends_on
          and (${branches}::uuid[] is null or closure.branch_id is null or closure.branch_id = any(${branches}::uuid[]))
        union all
        select holiday.name, holiday.state from platform.closure_date as holiday
        where (holiday.state is null or holiday.state in (select state from branch where deleted_at is null
            and (${branches}::uuid[] is null or id = any(${branches}::uuid[]))))
          and case when holiday.yearly then to_char(holiday.closed_on, 'MMDD') = to_char(day, 'MMDD')
            else holiday.closed_on = day::date end
      ) as closed
    order by on_day, name`.execute(db)
  return rows
}

/** What the calendar may be narrowed by: what the sessions around that day have, within the scope. */
export async function calendarChoices(db: Kysely<DB>, scope: RowScope, { from, until }: CalendarSearch) {
  const near = sessionsIn(db, scope)
    .where('class_session.held_on', '>=', addDays(from, -28))
    .where('class_session.held_on', '<=', addDays(until, 28))
  const [trainers, rooms, subjects, branches] = await Promise.all([
    db
      .selectFrom('user_account')
      .select(['id', 'name'])
      .where('id', 'in', near.select('class_session.trainer_user_id'))
      .orderBy('name')
      .limit(300)
      .execute(),
    near
      .select('class_session.room')
      .distinct()
      .where('class_session.room', 'is not', null)
      .orderBy('class_session.room')
      .limit(100)
      .execute(),
    subjectsIn(db, scope)
      .select(['subject.id', sql<string>`subject.name || ' (' || subject.code || ')'`.as('name')])
      .where('subject.id', 'in', near.select('class_session.subject_id'))
      .orderBy('subject.name')
      .limit(300)
      .execute(),
    branchChoices(db, scope),
  ])
  return { trainers, rooms: rooms.map(({ room }) => room!), subjects, branches }
}
