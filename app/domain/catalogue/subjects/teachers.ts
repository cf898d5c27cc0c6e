import { type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import { type Chosen, offered } from '#app/domain/core/lists/offered.ts'
import type { DB } from '#db/types.ts'
import { subjectsIn } from './subjects-in.ts'

/** People whom a class may be given, and those who have it already. */
export const teacherOptions = (db: Kysely<DB>, of: 'trainer' | 'assistant', kept?: Chosen) =>
  offered(db, of, kept).select(['id', 'name']).orderBy('name').limit(500).execute()

/** Who teaches in the classes that a scope reaches. */
export function teacherChoices(db: Kysely<DB>, scope: RowScope) {
  return db
    .selectFrom('user_account')
    .select(['user_account.id', 'user_account.name'])
    .where('user_account.id', 'in', (eb) =>
      eb
        .selectFrom('subject_trainer')
        .select('subject_trainer.user_id')
        .where('subject_trainer.duty', '<>', 'assistant')
        .where('subject_trainer.subject_id', 'in', subjectsIn(db, scope).select('subject.id')),
    )
    .orderBy(sql.ref('user_account.name'))
    .limit(500)
    .execute()
}
