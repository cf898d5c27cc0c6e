import type { Transaction } from 'kysely'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { cancelWithdrawn } from './withdrawn.ts'

/** Something that follows from documents having become valid, in the transaction in which they did. */
type ValidEffect = (trx: Transaction<DB>, ids: readonly string[], now: Date) => Promise<void>

/** Notes wait for the document that they correct. */
const sendWaitingNotes: ValidEffect = async (trx) => {
  const waiting = await trx
    .selectFrom('einvoice_document')
    .select('id')
    .where('status', '=', 'queued')
    .where('source', '=', 'credit_note')
    .limit(1)
    .executeTakeFirst()
  if (waiting) await enqueue(trx, 'einvoice.submit', {})
}

/** All that follows from being valid, in this order; nothing of it happens before. A letter to the buyer belongs here. */
const effects: readonly ValidEffect[] = [cancelWithdrawn, sendWaitingNotes]

export async function afterValid(trx: Transaction<DB>, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  for (const effect of effects) await effect(trx, ids, now)
}
