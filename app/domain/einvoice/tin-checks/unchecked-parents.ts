import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'

/** Parents with a person's TIN of which the portal has not been asked in the environment in use, in the order of their ids. */
export function uncheckedParents(db: Kysely<DB>): Promise<{ id: string }[]> {
  return db
    .selectFrom('parent')
    .innerJoin('einvoice_setting as setting', (join) => join.on(sql<boolean>`setting.status = 'validated'`))
    .select('parent.id')
    .where('parent.deleted_at', 'is', null)
    .where('parent.status', '=', 'active')
    .where('parent.tin', 'like', 'IG%')
    .where('parent.identity_no_sealed', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('einvoice_tin_check as check')
            .select('check.id')
            .whereRef('check.tin', '=', 'parent.tin')
            .whereRef('check.environment', '=', 'setting.environment'),
        ),
      ),
    )
    .orderBy('parent.id')
    .execute()
}
