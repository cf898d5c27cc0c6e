import { type Kysely, sql } from 'kysely'
import { distinct } from '#app/domain/core/lists/chosen.ts'
import type { DB } from '#db/types.ts'

/** What somebody does in a class; one duty for each person, and one main trainer at most. */
type Duty = 'main' | 'trainer' | 'assistant'

const table = 'subject_trainer' as const

/** Who has a duty, as a field that is kept beside the class; accounts, by id. */
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

/** These have the duty and nobody else; who had another one has this instead. */
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

/** The names of who has one of these duties in the class of a query, the main trainer first; null when nobody has. */
export const namesOf = (...duties: Duty[]) =>
  sql<string | null>`(select string_agg(user_account.name, ', ' order by duty <> 'main', user_account.name)
    from subject_trainer join user_account on user_account.id = subject_trainer.user_id
    where subject_trainer.subject_id = subject.id and duty = any(${duties}::text[]))`
