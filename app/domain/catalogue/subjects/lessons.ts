import { type Kysely, sql } from 'kysely'
import { type Lesson, sortedLessons } from '#app/domain/core/schedule.ts'
import type { DB } from '#db/types.ts'

const clock = (column: 'starts' | 'ends') => sql<string>`to_char(${sql.ref(column)}, 'HH24:MI')`

/** The week of a class, as a field that is kept beside it. */
export const lessons = {
  table: 'subject_schedule' as const,
  plain: (week: Lesson[]) =>
    sortedLessons(week).map(({ weekday, starts, ends, room }) => ({ weekday, starts, ends, room })),
  read: (db: Kysely<DB>, subject_id: string): Promise<Lesson[]> =>
    db
      .selectFrom('subject_schedule')
      .select(['weekday', clock('starts').as('starts'), clock('ends').as('ends'), 'room'])
      .where('subject_id', '=', subject_id)
      .orderBy('weekday')
      .orderBy(sql.ref('subject_schedule.starts'))
      .execute(),
  async write(trx: Kysely<DB>, subject_id: string, week: Lesson[]): Promise<void> {
    await trx.deleteFrom('subject_schedule').where('subject_id', '=', subject_id).execute()
    if (week.length === 0) return
    await trx
      .insertInto('subject_schedule')
      .values(week.map((lesson) => ({ ...lesson, subject_id })))
      .execute()
  },
}

/** The week of the class of a query; null when it has no times. */
export const weekOf = sql<Lesson[] | null>`(select json_agg(json_build_object(
    'weekday', weekday, 'starts', to_char(starts, 'HH24:MI'), 'ends', to_char(ends, 'HH24:MI'), 'room', room)
    order by weekday, starts)
  from subject_schedule where subject_schedule.subject_id = subject.id)`
