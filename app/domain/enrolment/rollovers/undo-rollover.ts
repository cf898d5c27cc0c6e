import { sql, type Transaction } from 'kysely'
import { runnerOf } from '#app/domain/billing/generations/end-generation.ts'
import { record } from '#app/domain/core/audit.ts'
import { touched } from '#app/domain/core/changed.ts'
import type { DB } from '#db/types.ts'
import { heldRollover, isBilled } from './find-rollovers.ts'
import { putGrantsBack } from './grants.ts'
import { putPricesBack } from './prices.ts'
import { putSeatsBack } from './seats.ts'

/**
 * Takes a change of year back in one act, unless an invoice of the new year was made since it was asked for; what somebody
 * has changed since stays, and is named.
 */
export async function undoRollover(trx: Transaction<DB>, id: string): Promise<void> {
  const row = await heldRollover(trx, id)
  if (row?.status !== 'done' || !row.undo_asked_at) return
  await sql`lock table billed_fee in share mode`.execute(trx)
  if (await isBilledSince(trx, id)) return giveUpUndo(trx, id)
  const actor = await runnerOf(trx, row.undone_by)
  const stayed = [
    ...(await putSeatsBack(trx, actor, row)),
    ...(await putPricesBack(trx, actor, id)),
    ...(await putGrantsBack(trx, actor, row)),
  ]
  await trx
    .updateTable('rollover')
    .set({
      ...{ status: 'undone', undone_at: sql<Date>`now()`, stayed: JSON.stringify(stayed) },
      ...touched,
    })
    .where('id', '=', id)
    .where('status', '=', 'done')
    .execute()
  const after = { name: row.name, reason: row.undo_reason, stayed }
  await record(trx, actor, 'rollover.undone', { type: 'rollover', id }, { after })
}

async function isBilledSince(trx: Transaction<DB>, id: string): Promise<boolean> {
  const { billed } = await trx
    .selectFrom('rollover')
    .select(isBilled.as('billed'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return billed
}

/** An undo that could not be done says so, and may be asked for again as long as it may be. */
export async function giveUpUndo(trx: Transaction<DB>, id: string): Promise<void> {
  await trx
    .updateTable('rollover')
    .set({
      ...{ undo_asked_at: null, undone_by: null, undo_reason: null, error_code: 'rollover.undo_over' },
      ...touched,
    })
    .where('id', '=', id)
    .where('status', '=', 'done')
    .execute()
}
