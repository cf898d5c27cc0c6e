import { type Kysely, sql } from 'kysely'
import { subjectsIn } from '#app/domain/catalogue/subjects/subjects-in.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import type { DB } from '#db/types.ts'

/**
 * Trainers whom a scope reaches, with their accounts and their rows of staff: all; those of a common branch; those of
 * the classes in which the reader helps; those of the classes of a parent's own children. Everybody reaches themself.
 */
export function trainersIn(db: Kysely<DB>, reach: RowScope) {
  const { scope, branch_ids, user_id } = reach
  const query = db
    .selectFrom('trainer')
    .innerJoin('user_account', 'user_account.id', 'trainer.user_id')
    .innerJoin('staff', 'staff.user_id', 'trainer.user_id')
    .where('trainer.deleted_at', 'is', null)
  if (scope === 'all') return query
  if (scope === 'branch')
    return query.where(
      sql<boolean>`exists (select from staff_branch where staff_branch.staff_id = staff.id
        and staff_branch.branch_id = any(${branch_ids}::uuid[]))`,
    )
  return query.where((eb) =>
    eb.or([
      eb('trainer.user_id', '=', user_id),
      eb(
        'trainer.user_id',
        'in',
        db
          .selectFrom('subject_trainer')
          .select('subject_trainer.user_id')
          .where('subject_trainer.duty', '<>', 'assistant')
          .where('subject_trainer.subject_id', 'in', subjectsIn(db, reach).select('subject.id')),
      ),
    ]),
  )
}

/** As a page shows it: who is a trainer no more is inactive, else it is as the account is. */
export const stateOf = sql<string>`case when trainer.status = 'active' then user_account.status else 'inactive' end`
