import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import type { DB } from '#db/types.ts'

/** Asks the portal to cancel a valid document, or one that is on its way as soon as it is valid. */
export async function requestCancel(
  _trx: Transaction<DB>,
  _actor: Actor,
  _asked: { document_id: string; reason: string },
): Promise<void> {}
