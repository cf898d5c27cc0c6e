import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/actor.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { enqueue } from '#jobs/enqueue.ts'
import type { DocumentRequest } from './document.ts'

/**
 * Asks the worker for a PDF and returns the document's id. Two readers who ask for the same thing (same fingerprint)
 * share one document; one that failed is made anew.
 */
export async function askForDocument(
  trx: Transaction<DB>,
  actor: Actor,
  { kind, subject_id, fingerprint, parameters, locale }: DocumentRequest,
): Promise<string> {
  const asked = await trx
    .insertInto('document')
    .values({
      id: newId(),
      kind,
      subject_id: subject_id ?? null,
      fingerprint,
      parameters: JSON.stringify(parameters ?? {}),
      locale,
      created_by: actor.id,
    })
    .onConflict((conflict) => conflict.column('fingerprint').where('status', '<>', 'failed').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (asked) {
    await enqueue(trx, 'document.render', { document_id: asked.id })
    return asked.id
  }
  const { id } = await trx
    .selectFrom('document')
    .select('id')
    .where('fingerprint', '=', fingerprint)
    .where('status', '<>', 'failed')
    .executeTakeFirstOrThrow()
  return id
}
