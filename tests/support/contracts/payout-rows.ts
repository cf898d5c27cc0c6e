import { newId } from '#db/id.ts'
import { inPlatform } from '#db/in-place.ts'
import { insert, type Trx } from '../database/factories.ts'
import type { Tenant } from '../database/tenant.ts'
import { day, earlier, text } from './told.ts'

/** A payout that nobody has looked at yet; the earlier ones came to nothing. */
export async function payout(
  trx: Trx,
  entity_id: string,
  payout_on: string,
  number = `PO-${newId()}`,
): Promise<{ id: string }> {
  const id = newId()
  await insert(trx, 'platform.payout', {
    ...{ id, number, entity_id, payout_on, period_start: payout_on, period_end: payout_on },
    ...{ gross_sen: 101_00, fees_sen: 1_00, net_sen: 100_00 },
    ...(payout_on === day ? {} : { status: 'cancelled', cancel_reason: 'Sudah dibayar terus' }),
  })
  return { id }
}

/** Two more payouts of an organisation, earlier ones, of which the first has a line in both of its books. */
export async function paidOut({ place, database, write }: Tenant): Promise<{ id: string }> {
  const id = await inPlatform(database.pool, async (trx) => {
    const { id } = await payout(trx, place.id, earlier, `PO-${text}`)
    await payout(trx, place.id, earlier)
    return id
  })
  await inPlatform(database.pool, async (trx) => {
    const line = await trx
      .selectFrom('platform.ledger')
      .select('id')
      .where('entity_id', '=', place.id)
      .where('method', '=', 'fpx')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    await trx.updateTable('platform.ledger').set({ payout_id: id }).where('id', '=', line.id).execute()
  })
  await write(async (trx) => {
    const { collection_id } = await trx
      .selectFrom('platform.ledger')
      .select('collection_id')
      .where('payout_id', '=', id)
      .executeTakeFirstOrThrow()
    await trx.updateTable('collection').set({ payout_id: id }).where('id', '=', collection_id).execute()
  })
  return { id }
}
