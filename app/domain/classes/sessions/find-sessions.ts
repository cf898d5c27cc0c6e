import { type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import { todayInSql } from '#app/domain/core/clock.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { columnIn } from '#app/domain/core/translated.ts'
import type { Locale } from '#app/i18n/locales.ts'
import type { DB } from '#db/types.ts'
import { rosterCount } from './roster.ts'
import { sessionsIn } from './session-scope.ts'

/** `HH:MM` of a time of a session. */
export const clockOf = (column: 'starts' | 'ends') =>
  sql<string>`to_char(${sql.ref(`class_session.${column}`)}, 'HH24:MI')`

const nameOf = (column: 'opened_by' | 'confirmed_by' | 'reopened_by' | 'cancelled_by') =>
  sql<string | null>`(select user_account.name from user_account
    where user_account.id = ${sql.ref(`class_session.${column}`)})`

/** Sessions that a scope reaches, with the names of what they say; the class by its name in a reader's language. */
export const namedSessions = (db: Kysely<DB>, scope: RowScope, locale?: Locale) =>
  sessionsIn(db, scope)
    .innerJoin('subject', 'subject.id', 'class_session.subject_id')
    .innerJoin('branch', 'branch.id', 'class_session.branch_id')
    .leftJoin('user_account as trainer_account', 'trainer_account.id', 'class_session.trainer_user_id')
    .select([
      'class_session.id',
      'class_session.subject_id',
      'class_session.branch_id',
      'class_session.kind',
      'class_session.held_on',
      'class_session.room',
      'class_session.trainer_user_id',
      'class_session.status',
      'class_session.clash',
      'subject.code',
      'branch.name as branch',
      'trainer_account.name as trainer',
    ])
    .select([clockOf('starts').as('starts'), clockOf('ends').as('ends')])
    .select(columnIn('subject.name', locale).as('subject'))

/** One session with everything that its page says; refuses with not_found.class_session. */
export async function classSession(db: Kysely<DB>, scope: RowScope, id: string, locale?: Locale) {
  const row = await namedSessions(db, scope, locale)
    .select([
      'class_session.minutes',
      'class_session.topic',
      'class_session.note',
      'class_session.planned_on',
      'class_session.is_edited',
      'class_session.replaces_id',
      'class_session.opened_at',
      'class_session.confirmed_at',
      'class_session.reopened_at',
      'class_session.reopen_reason',
      'class_session.cancelled_at',
      'class_session.cancel_reason',
      'class_session.cancel_cause',
      'class_session.updated_at',
      'class_session.version',
      'subject.status as subject_status',
      'subject.starts_on as subject_starts_on',
      'subject.ends_on as subject_ends_on',
    ])
    .select(sql<string | null>`to_char(class_session.planned_starts, 'HH24:MI')`.as('planned_starts'))
    .select([nameOf('opened_by').as('opener'), nameOf('confirmed_by').as('confirmer')])
    .select([nameOf('reopened_by').as('reopener'), nameOf('cancelled_by').as('canceller')])
    .select(rosterCount.as('students'))
    .where('class_session.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.class_session')
  return row
}

/** The session that one replaces and the one that replaces it, as far as a scope reaches. */
export async function linkedSessions(
  db: Kysely<DB>,
  scope: RowScope,
  { id, replaces_id }: { id: string; replaces_id: string | null },
) {
  const rows = await namedSessions(db, scope)
    .select('class_session.replaces_id')
    .where((eb) =>
      eb.or([
        eb.and([eb('class_session.replaces_id', '=', id), eb('class_session.status', '<>', 'cancelled')]),
        ...(replaces_id ? [eb('class_session.id', '=', replaces_id)] : []),
      ]),
    )
    .execute()
  return {
    replaced: rows.find((row) => row.id === replaces_id) ?? null,
    replacement: rows.find((row) => row.replaces_id === id) ?? null,
  }
}

/** The next sessions of a class from a day on, and cancelled ones among them. */
export const nextSessions = (
  db: Kysely<DB>,
  scope: RowScope,
  subject_id: string,
  today: string,
  limit: number,
) =>
  namedSessions(db, scope)
    .where('class_session.subject_id', '=', subject_id)
    .where('class_session.held_on', '>=', today)
    .orderBy('class_session.held_on')
    .orderBy(sql.ref('class_session.starts'))
    .limit(limit)
    .execute()

/** What was done with a session, the first first, for its page. */
export const historyOf = (db: Kysely<DB>, id: string) =>
  db
    .selectFrom('audit_log')
    .select(['audit_log.id', 'action', 'actor_name', 'actor_type', 'at'])
    .where('object_type', '=', 'class_session')
    .where('object_id', '=', id)
    .orderBy('position')
    .limit(100)
    .execute()

/**
 * Who may be given a session of a class: its own people first, and for who reaches more than own classes every trainer;
 * besides, who has it already.
 */
export async function trainersFor(
  db: Kysely<DB>,
  { scope, user_id }: RowScope,
  subject_id: string,
  kept: string | null = null,
): Promise<{ id: string; name: string; is_own: boolean }[]> {
  const { rows } = await sql<{ id: string; name: string; is_own: boolean }>`
    select user_account.id, user_account.name, own.user_id is not null as is_own
    from user_account left join subject_trainer as own
      on own.user_id = user_account.id and own.subject_id = ${subject_id}
    where user_account.id = ${kept} or (user_account.status <> 'inactive' and (
      own.user_id is not null or user_account.id = ${scope === 'class' ? user_id : null}
      ${scope === 'class' ? sql`` : sql`or 'trainer' = any(user_account.roles)`}))
    order by own.user_id is null, own.duty <> 'main', user_account.name
    limit 500`.execute(db)
  return rows
}

/** Rooms that a branch has used, as suggestions. */
export async function roomsOf(db: Kysely<DB>, branch_id: string): Promise<string[]> {
  const { rows } = await sql<{ room: string }>`
    select distinct room from (
      select lesson.room from subject_schedule as lesson
        join subject on subject.id = lesson.subject_id where subject.branch_id = ${branch_id}
      union select room from class_session where branch_id = ${branch_id} and held_on > ${todayInSql} - 60
    ) as used where room is not null order by room limit 100`.execute(db)
  return rows.map(({ room }) => room)
}
