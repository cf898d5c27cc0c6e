import { randomBytes } from 'node:crypto'
import { type InsertObject, sql } from 'kysely'
import { newId } from '#db/id.ts'
import { asOwner } from '#db/owner.ts'
import type { DB } from '#db/types.ts'
import { testDatabase } from './database.ts'

type Given<T extends keyof DB> = Partial<InsertObject<DB, T>> & { entity_id: string }

const tomorrow = sql<Date>`now() + interval '1 day'`

/** A code that is open; one that was open is withdrawn by it. By the owner, since an organisation makes only its own. */
export async function helpCode({ entity_id, ...given }: Given<'platform.help_code'>) {
  const { ownerUrl } = await testDatabase()
  return asOwner(ownerUrl, async (owner) => {
    await owner
      .updateTable('platform.help_code')
      .set({ closed_at: sql<Date>`now()`, closed_as: 'withdrawn' })
      .where('entity_id', '=', entity_id)
      .where('closed_at', 'is', null)
      .execute()
    return owner
      .insertInto('platform.help_code')
      .values({
        ...{ id: newId(), entity_id, code_hash: randomBytes(32), maker: 'Azman', expires_at: tomorrow },
        ...given,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

/** A visit that has just begun; only the platform begins one, with a code that it used up. */
export async function helpVisit({ entity_id, ...given }: Given<'platform.help_visit'>) {
  const code = await helpCode({ entity_id, closed_at: sql<Date>`now()`, closed_as: 'used' })
  const { ownerUrl } = await testDatabase()
  return asOwner(ownerUrl, (owner) =>
    owner
      .insertInto('platform.help_visit')
      .values({
        ...{ id: newId(), entity_id, code_id: code.id, ends_at: sql<Date>`now() + interval '60 minutes'` },
        ...{
          operator_id: newId(),
          operator_session_id: newId(),
          operator_name: 'Farah',
          reason: 'Tiket 4711',
        },
        ...given,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
}
