import type { Kysely, Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { recordOperator } from '#app/domain/core/audit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'

/** Notes that a page shows; older ones stay in the table and in the log. */
const mostShown = 50

/** What operators wrote down about an organisation, the newest first; it does not see them. */
export function entityNotes(db: Kysely<DB>, entity_id: string) {
  return db
    .selectFrom('platform.entity_note')
    .select(['id', 'body', 'author', 'created_at'])
    .where('entity_id', '=', entity_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostShown)
    .execute()
}

/** Stays as it was written, and is written once, however often the form is sent. Refuses not_found.entity. */
export async function writeEntityNote(
  trx: Transaction<DB>,
  actor: Actor,
  entity_id: string,
  { note_id, body }: { note_id: string; body: string },
): Promise<void> {
  const entity = await trx
    .selectFrom('platform.entity')
    .select('name')
    .where('id', '=', entity_id)
    .executeTakeFirst()
  if (!entity) throw new Refusal('not_found.entity')
  const written = await trx
    .insertInto('platform.entity_note')
    .values({ id: note_id, entity_id, body, author_id: actor.id, author: actor.name })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!written) return
  const after = { name: entity.name, note: body }
  await recordOperator(trx, actor, 'entity.noted', { type: 'entity', id: entity_id, entity_id }, { after })
}
