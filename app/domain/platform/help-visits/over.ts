import { sql, type Transaction } from 'kysely'
import { recordInBoth } from '#app/domain/audit/log/both-logs.ts'
import { systemActor } from '#app/domain/core/actor.ts'
import type { DB } from '#db/types.ts'

/** At the platform's place: visits whose time is over, or that something else has ended, stand in both logs from then on. */
export async function tellOfEndedHelp(trx: Transaction<DB>): Promise<number> {
  await trx
    .updateTable('platform.help_visit')
    .set({ ended_at: sql<Date>`ends_at`, ended_by: 'time' })
    .where('told_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('ends_at', '<=', sql<Date>`now()`)
    .execute()
  const ended = await trx
    .updateTable('platform.help_visit')
    .set({ told_at: sql<Date>`now()` })
    .where('told_at', 'is', null)
    .where('ended_at', 'is not', null)
    .returning(['id', 'entity_id', 'operator_name as name', 'ended_by', 'ended_at'])
    .execute()
  for (const { id, entity_id, ...after } of ended)
    await recordInBoth(trx, systemActor, 'help.ended', { type: 'help_visit', id, entity_id }, { after })
  return ended.length
}
