import { type Kysely, sql } from 'kysely'
import { distinct } from '#app/domain/core/lists/references.ts'
import { type Lesson, sortedLessons } from '#app/domain/core/schedule.ts'
import type { DB } from '#db/types.ts'

/** A person has one duty in a class; a class has one main trainer at most. */
type Duty = 'main' | 'trainer' | 'assistant'

const table = 'subject_trainer' as const

/** The accounts with a duty, as a relation of the class. */
const several = (duty: Duty) => ({
  table,
  plain: (ids: string[]) => distinct(ids),
  read: (db: Kysely<DB>, id: string) => holders(db, id, duty),
  write: (trx: Kysely<DB>, id: string, ids: string[]) => assign(trx, id, duty, ids),
})

export const furtherTrainers = several('trainer')
export const assistants = several('assistant')

export const mainTrainer = {
  table,
  plain: (id: string | null) => id,
  read: async (db: Kysely<DB>, id: string) => (await holders(db, id, 'main'))[0] ?? null,
  write: (trx: Kysely<DB>, id: string, chosen: string | null) =>
    assign(trx, id, 'main', chosen === null ? [] : [chosen]),
}

async function holders(db: Kysely<DB>, subject_id: string, duty: Duty): Promise<string[]> {
  const rows = await db
    .selectFrom('subject_trainer')
    .select('user_id')
    .where('subject_id', '=', subject_id)
    .where('duty', '=', duty)
    .execute()
  return distinct(rows.map(({ user_id }) => user_id))
}

/** Sets who has the duty; anybody with another duty in the class changes to this one. */
async function assign(trx: Kysely<DB>, subject_id: string, duty: Duty, ids: readonly string[]) {
  await trx
    .deleteFrom('subject_trainer')
    .where('subject_id', '=', subject_id)
    .where('duty', '=', duty)
    .where(sql<boolean>`user_id <> all(${ids}::uuid[])`)
    .execute()
  if (ids.length === 0) return
  await trx
    .insertInto('subject_trainer')
    .values(ids.map((user_id) => ({ subject_id, user_id, duty })))
    .onConflict((conflict) => conflict.columns(['subject_id', 'user_id']).doUpdateSet({ duty }))
    .execute()
}

/** The names of those with these duties in the class of a query, the main trainer first; null if none. */
export const namesOf = (...duties: Duty[]) =>
  sql<string | null>`(select string_agg(user_account.name, ', ' order by duty <> 'main', user_account.name)
    from subject_trainer join user_account on user_account.id = subject_trainer.user_id
    where subject_trainer.subject_id = subject.id and duty = any(${duties}::text[]))`

const clock = (column: 'starts' | 'ends') => sql<string>`to_char(${sql.ref(column)}, 'HH24:MI')`

/** The weekly schedule, as a relation of the class. */
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
