import type { Kysely } from 'kysely'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'

/** What a family needs to follow its application. Refuses not_found.application. */
export async function handedInAs(db: Kysely<DB>, id: string) {
  const row = await db
    .selectFrom('application')
    .select(['number', 'public_code', 'estimate_sen'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.application')
  return row
}
