import type { Kysely, Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { touched } from '#app/domain/core/changed.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import { type BrandPicture, brandPictures } from './brand.ts'

/**
 * One of the organisation's pictures, null for none; returns the key of the one before, if that lies in its own store.
 */
export async function setBrandPicture(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  picture: BrandPicture,
  file: string | null,
): Promise<string | null> {
  const { column } = brandPictures[picture]
  const before = await trx
    .selectFrom('platform.entity')
    .select(`${column} as file`)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (file === null && before.file === null) return null
  await trx
    .updateTable('platform.entity')
    .set({ [column]: file, ...touched })
    .where('id', '=', id)
    .execute()
  const after = { [column]: file === null ? 'removed' : 'changed' }
  await record(trx, actor, 'entity.edited', { type: 'entity', id }, { after })
  return before.file?.startsWith('/') ? null : before.file
}

/** The key of a picture. Refuses (not_found.picture) when there is none in the organisation's own store. */
export async function brandPictureOf(db: Kysely<DB>, id: string, picture: BrandPicture): Promise<string> {
  const row = await db
    .selectFrom('platform.entity')
    .select(`${brandPictures[picture].column} as file`)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row?.file || row.file.startsWith('/')) throw new Refusal('not_found.picture')
  return row.file
}
