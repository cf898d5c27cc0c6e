import { beforeAll, expect, test } from 'vitest'
import { openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { newId } from '#db/id.ts'
import { inPlatform } from '#db/in-place.ts'
import { settleCollections } from './settle.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await inPlatform(shop.tenant.database.pool, (trx) =>
    trx
      .insertInto('platform.closure_date')
      .values({
        id: newId(),
        name: 'Hari Thaipusam',
        closed_on: '2026-02-02',
        yearly: false,
        state: 'W.P. Kuala Lumpur',
      })
      .execute(),
  )
})

/** A payment by FPX on Saturday, 31 January 2026, and one in cash. */
async function paid() {
  const { public_code } = await shop.bill()
  await shop.say(await shop.start([public_code]), '00')
  await shop.cash((await shop.bill()).id, 5_000)
}

const books = () =>
  shop.tenant.read(async (db) => {
    const read = (table: 'collection' | 'platform.ledger') =>
      db.selectFrom(table).select(['method', 'settles_on', 'status']).orderBy('method').execute()
    return { own: await read('collection'), platform: await read('platform.ledger') }
  })

const settle = (today: string) => shop.tenant.write((trx) => settleCollections(trx, today))

test('what FPX collected is settled on the next working day of the banks, once, in both books', async () => {
  await paid()
  // Monday is a holiday where the banks clear.
  const line = { method: 'fpx', settles_on: '2026-02-03', status: 'collected' }
  const cash = { method: 'cash', settles_on: null, status: 'collected' }
  expect(await books()).toEqual({ own: [cash, line], platform: [cash, line] })
  expect(await settle('2026-02-02')).toBe(0)
  expect(await Promise.all([settle('2026-02-03'), settle('2026-02-03')])).toContain(1)
  expect(await settle('2026-02-04')).toBe(0)
  const settled = { ...line, status: 'settled' }
  expect(await books()).toEqual({ own: [cash, settled], platform: [cash, settled] })
  const entries = await shop.tenant.read((db) =>
    db.selectFrom('audit_log').select('after').where('action', '=', 'collection.settled').execute(),
  )
  expect(entries).toEqual([{ after: { count: 1, net_sen: 12_000, settles_on: '2026-02-03' } }])
  await shop.balanced()
})
