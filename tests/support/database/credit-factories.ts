import type { Insertable, Kysely } from 'kysely'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'

type Given = Insertable<DB['platform.subscription']>

/** A subscription with message credits, in the platform's schema: `included_credit` of `credit` came with its package. */
export async function insertSubscription(
  trx: Kysely<DB>,
  { credit = 0, included_credit = 0, ...row }: Given,
): Promise<void> {
  await trx.insertInto('platform.subscription').values(row).execute()
  await addCredits(trx, row.entity_id, included_credit, 'included')
  await addCredits(trx, row.entity_id, credit - included_credit)
}

/** Sets the balance of an organisation by a line of its ledger, in the platform's schema. */
export async function setCredits(trx: Kysely<DB>, entity_id: string, credit: number): Promise<void> {
  const held = await trx
    .selectFrom('platform.subscription')
    .select('credit')
    .where('entity_id', '=', entity_id)
    .executeTakeFirstOrThrow()
  await addCredits(trx, entity_id, credit - held.credit)
}

async function addCredits(
  trx: Kysely<DB>,
  entity_id: string,
  delta: number,
  kind: 'grant' | 'included' = 'grant',
): Promise<void> {
  if (delta === 0) return
  const line = { id: newId(), entity_id, kind, delta, reason: kind === 'grant' ? 'Baki ujian' : null }
  await trx.insertInto('platform.credit_entry').values(line).execute()
}
