import { sql, type Transaction } from 'kysely'
import { userOrSystemActor } from '#app/domain/core/actor.ts'
import { requestPayoutDay } from '#app/domain/platform/payouts/payout-day.ts'
import type { Stage } from '#db/seed/stage.ts'
import { dateEntries, lastEntry } from '#db/seed/stories/own-moment.ts'
import type { DB } from '#db/types.ts'

/** The second organisation would like its money each Friday, by the product's own verb; nobody has decided it yet. */
export async function addPayoutDay(trx: Transaction<DB>, stage: Stage, role: string): Promise<void> {
  const { entity, plan, now, starter } = stage
  if (plan.entity.subdomain !== 'cahaya') return
  const before = await lastEntry(trx)
  await sql`set local role ${sql.id(role)}`.execute(trx)
  const owner = await userOrSystemActor(trx, starter.superadmin_id)
  const id = await requestPayoutDay(trx, owner, entity.id, { payout_frequency: 'weekly', payout_day: 5 })
  await sql`reset role`.execute(trx)
  await dateEntries(trx, before, now)
  await sql`update platform.payout_day_request set asked_at = ${now} where id = ${id}`.execute(trx)
}
