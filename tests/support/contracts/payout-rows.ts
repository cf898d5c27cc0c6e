import { newId } from '#db/id.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { type Given, insert, type Trx } from '../database/factories.ts'
import type { Tenant } from '../database/tenant.ts'
import { day, earlier, noonOf, text } from './told.ts'

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

/** What somebody has asked for; one that was rejected was so by another person. */
export const adjustment = (
  trx: Trx,
  entity_id: string,
  given: Partial<Given<'platform.payout_adjustment'>> = {},
) =>
  insert(trx, 'platform.payout_adjustment', {
    ...{ id: newId(), entity_id, kind: 'correction', sen: 1_50, reason: 'Fi dikenakan dua kali' },
    ...{ requested_by: newId(), requester: 'Kewangan', ...given },
    ...(given.status === 'rejected'
      ? { decided_by: newId(), decider: 'Pemilik', decided_at: noonOf(0), decision_reason: 'Tidak benar ini' }
      : {}),
  })

/** Two more payouts of an organisation, earlier ones, of which the first has a line in both of its books. */
export async function paidOut({ place, database, write }: Tenant): Promise<{ id: string }> {
  const id = await withPlatform(database.pool, async (trx) => {
    const { id } = await payout(trx, place.id, earlier, `PO-${text}`)
    await payout(trx, place.id, earlier)
    return id
  })
  await withPlatform(database.pool, async (trx) => {
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
