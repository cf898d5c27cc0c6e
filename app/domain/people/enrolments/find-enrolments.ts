import { type Kysely, sql } from 'kysely'
import { agesOf } from '#app/domain/catalogue/subjects/ages.ts'
import { seatsOn } from '#app/domain/catalogue/subjects/seats.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { columnIn } from '#app/domain/core/translated.ts'
import { studentsIn } from '#app/domain/people/students/scope.ts'
import type { Locale } from '#app/i18n/locales.ts'
import type { DB } from '#db/types.ts'
import type { Pause } from './enrolment.ts'

/** Enrolments in scope: of the students in scope, and with scope `class` only in the reader's own classes. */
export function enrolmentsIn(db: Kysely<DB>, scope: RowScope) {
  const query = db
    .selectFrom('enrolment')
    .where('enrolment.student_id', 'in', studentsIn(db, scope).select('student.id'))
  if (scope.scope !== 'class') return query
  return query.where('enrolment.subject_id', 'in', (eb) =>
    eb.selectFrom('subject_trainer').where('user_id', '=', scope.user_id).select('subject_id'),
  )
}

/** A student's enrolments, ended ones last, each with its pause of today and all others, and its class in a reader's language. */
export async function enrolmentsOf(
  db: Kysely<DB>,
  scope: RowScope,
  student_id: string,
  { today, locale }: { today: string; locale: Locale },
) {
  const rows = await withNames(db, scope, locale)
    .where('enrolment.student_id', '=', student_id)
    .orderBy(sql`enrolment.status = 'ended'`)
    .orderBy('enrolment.starts_on', 'desc')
    .orderBy('enrolment.id')
    .execute()
  return rows.map((row) => withCurrentPause(row, today))
}

/** One enrolment with its class, its student and its pauses; refuses with not_found.enrolment. */
export async function enrolment(db: Kysely<DB>, scope: RowScope, id: string, today: string) {
  const row = await withNames(db, scope).where('enrolment.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found.enrolment')
  return withCurrentPause(row, today)
}

/** Adds the pause that a page shows: the running or the next one, else the last; `is_planned` where it has not begun. */
function withCurrentPause<Row extends { pauses: Pause[] }>(row: Row, today: string) {
  const shown =
    row.pauses.find(({ paused_to }) => paused_to === null || paused_to >= today) ?? row.pauses.at(-1)
  return {
    ...row,
    paused_from: shown?.paused_from ?? null,
    paused_to: shown?.paused_to ?? null,
    is_planned: shown !== undefined && shown.paused_from > today,
  }
}

function withNames(db: Kysely<DB>, scope: RowScope, locale?: Locale) {
  return enrolmentsIn(db, scope)
    .innerJoin('subject', 'subject.id', 'enrolment.subject_id')
    .innerJoin('student', 'student.id', 'enrolment.student_id')
    .select(['enrolment.id', 'enrolment.student_id', 'enrolment.subject_id'])
    .select(['student.name as student', columnIn('subject.name', locale).as('subject')])
    .select(['enrolment.starts_on', 'enrolment.ends_on', 'enrolment.status', 'enrolment.version'])
    .select(
      sql<
        Pause[]
      >`coalesce((select json_agg(json_build_object('paused_from', paused_from, 'paused_to', paused_to)
        order by paused_from) from enrolment_pause as pause where pause.enrolment_id = enrolment.id), '[]')`.as(
        'pauses',
      ),
    )
}

/** Open classes in scope. */
export function openSubjects(db: Kysely<DB>, { scope, branch_ids }: RowScope) {
  const query = db
    .selectFrom('subject')
    .where('subject.deleted_at', 'is', null)
    .where('subject.status', '=', 'active')
  return scope === 'all' ? query : query.where(sql<boolean>`subject.branch_id = any(${branch_ids}::uuid[])`)
}

/**
 * Classes a student can be enrolled in: open ones in which they are not enrolled, filtered by the search, those of their own
 * branch first; at most `limit`.
 */
export function subjectsFor(
  db: Kysely<DB>,
  scope: RowScope,
  student: { id: string; branch_id: string },
  { today, q, limit }: { today: string; q: string; limit: number },
) {
  return openSubjects(db, scope)
    .innerJoin('branch', 'branch.id', 'subject.branch_id')
    .$if(q !== '', (query) =>
      query.where((eb) => contains(eb, q, ['subject.name', 'subject.code', 'branch.name'])),
    )
    .where('subject.id', 'not in', (eb) =>
      eb
        .selectFrom('enrolment')
        .where('student_id', '=', student.id)
        .where('status', '<>', 'ended')
        .select('subject_id'),
    )
    .select(['subject.id', 'subject.name', 'subject.capacity', 'subject.waitlist', 'branch.name as branch'])
    .select([agesOf.min.as('min_age'), agesOf.max.as('max_age'), 'subject.starts_on'])
    .select(seatsOn(today).as('taken'))
    .orderBy(sql`subject.branch_id <> ${student.branch_id}`)
    .orderBy('branch.name')
    .orderBy('subject.name')
    .limit(limit)
    .execute()
}

/**
 * The fees of an enrolment's class on a day, by type: the standard price and this student's own price in sen; null where they
 * pay the standard price.
 */
export function feesOfEnrolment(db: Kysely<DB>, id: string, today: string) {
  return db
    .selectFrom('enrolment')
    .innerJoin('subject_fee', 'subject_fee.subject_id', 'enrolment.subject_id')
    .innerJoin('fee_type', 'fee_type.id', 'subject_fee.fee_type_id')
    .leftJoin('enrolment_fee', (join) =>
      join
        .onRef('enrolment_fee.enrolment_id', '=', 'enrolment.id')
        .onRef('enrolment_fee.fee_type_id', '=', 'fee_type.id'),
    )
    .distinctOn('fee_type.id')
    .select([
      'fee_type.id as fee_type_id',
      'fee_type.name as fee_type',
      'subject_fee.amount_sen as usual_sen',
    ])
    .select(['enrolment_fee.amount_sen', 'enrolment_fee.reason'])
    .where('enrolment.id', '=', id)
    .where('subject_fee.deleted_at', 'is', null)
    .where('subject_fee.status', '=', 'active')
    .where((eb) => eb.or([eb('subject_fee.ends_on', 'is', null), eb('subject_fee.ends_on', '>=', today)]))
    .orderBy('fee_type.id')
    .orderBy('subject_fee.starts_on')
    .execute()
}
