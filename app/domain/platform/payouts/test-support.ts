import { settleCollections } from '#app/domain/accounting/collections/change-collection.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { systemActor } from '#app/domain/core/actor.ts'
import { seal } from '#app/domain/core/secrets.ts'
import { entityCell } from '#app/domain/organisation/entities/find-entity.ts'
import { openShop, ring } from '#app/domain/payments/attempts/test-support.ts'
import { newId } from '#db/id.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { bookPayouts } from './change-payout.ts'
import { prepareDue } from './prepare-payouts.ts'

export const operator = (name: string): Actor & { id: string } => ({
  ...systemActor,
  ...{ type: 'operator', id: newId(), name, operator_role: 'owner' },
})

/** A shop with a confirmed bank account, whose payments of 31 January 2026, a Saturday, settle on the Monday after. */
export async function openPayee() {
  const shop = await openShop()
  const { pool } = shop.tenant.database
  const { id: entity_id } = shop.tenant.place
  const platform = <R>(work: Parameters<typeof withPlatform<R>>[1]) => withPlatform(pool, work)

  const account = (number: string, changed = new Date('2025-01-01T00:00:00Z')) =>
    platform((trx) =>
      trx
        .updateTable('platform.entity')
        .set({
          ...{ bank_code: 'MBB', bank_name: 'Maybank', account_name: 'Cahaya', bank_status: 'verified' },
          ...{ bank_changed_at: changed, status: 'active' },
          account_number_sealed: seal(ring, entityCell(entity_id, 'account_number_sealed'), number),
        })
        .where('id', '=', entity_id)
        .execute(),
    )
  await account('1122334455')

  /** A payment of RM120 by FPX, settled. */
  async function settled(count = 1) {
    for (let at = 0; at < count; at++) {
      const { public_code } = await shop.bill()
      await shop.say(await shop.start([public_code]), '00')
    }
    await shop.tenant.write((trx) => settleCollections(trx, '2026-02-02'))
  }

  const turn = (today = '2026-02-04') =>
    platform((trx) => prepareDue(trx, ring, systemActor, { today, now: new Date(`${today}T04:00:00Z`) }))

  const payouts = () =>
    platform((trx) =>
      trx
        .selectFrom('platform.payout')
        .selectAll()
        .where('entity_id', '=', entity_id)
        .orderBy('number')
        .execute(),
    )

  const book = () => shop.tenant.write(bookPayouts)

  /** What both books say of the lines by FPX. */
  const books = () =>
    shop.tenant.read(async (db) => {
      const read = (table: 'collection' | 'platform.ledger') =>
        db
          .selectFrom(table)
          .select(['status', 'payout_id', 'net_sen'])
          .orderBy('net_sen')
          .orderBy('status')
          .execute()
      return { own: await read('collection'), platform: await read('platform.ledger') }
    })

  return { shop, entity_id, platform, account, settled, turn, payouts, book, books }
}
