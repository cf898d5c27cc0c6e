import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { withPlatform } from '#db/with-tenant.ts'
import type { Trx } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { countUse, forgetUses, giveBackUse, timesUsed } from './rate-limit.ts'

let one: Tenant
let other: Tenant
beforeAll(async () => {
  one = await freshTenant()
  other = await freshTenant()
})

test('what is counted at a place is told and forgotten there alone, though others count under the same key', async () => {
  const key = 'login:siti@family.test'
  const atPlatform = <R>(work: (trx: Trx) => Promise<R>) => withPlatform(one.database.pool, work)
  const places = [one.write, other.write, atPlatform]
  const use = (trx: Trx) => countUse(trx, key, { points: 2, seconds: 600 })
  const used = async () => {
    const all = []
    for (const write of places) all.push(await write((trx) => timesUsed(trx, key, 600)))
    return all
  }
  for (const write of places) await write(use)
  expect(await one.write(use)).toMatchObject({ allowed: true, left: 0 })
  expect(await one.write(use)).toMatchObject({ allowed: false, left: 0 })
  expect(await used()).toEqual([3, 1, 1])
  await atPlatform((trx) => forgetUses(trx, key))
  expect(await used()).toEqual([3, 1, 0])
  await other.write((trx) => forgetUses(trx, key))
  expect(await used()).toEqual([3, 0, 0])
})

test('a use is given back at its place alone, and no more uses than there were', async () => {
  const key = 'login:office'
  const atPlatform = <R>(work: (trx: Trx) => Promise<R>) => withPlatform(one.database.pool, work)
  const use = (trx: Trx) => countUse(trx, key, { points: 9, seconds: 600 })
  const giveBack = (trx: Trx) => giveBackUse(trx, key)
  const used = () =>
    Promise.all([one.write, other.write, atPlatform].map((write) => write((trx) => timesUsed(trx, key, 600))))
  for (const write of [one.write, one.write, other.write, atPlatform]) await write(use)
  await one.write(giveBack)
  expect(await used()).toEqual([1, 1, 1])
  for (let n = 0; n < 3; n++) await atPlatform(giveBack)
  expect(await used()).toEqual([1, 1, 0])
})

test('a window that a clock ahead has dated is over, and shuts nobody out until that date', async () => {
  const key = 'login:aiman@family.test'
  const use = (trx: Trx) => countUse(trx, key, { points: 1, seconds: 600 })
  await one.write(use)
  expect(await one.write(use)).toMatchObject({ allowed: false })
  await one.write((trx) =>
    trx
      .updateTable('platform.rate_limit')
      .set({ expire: sql<number>`expire + 31536000000` })
      .where('key', '=', key)
      .execute(),
  )
  expect(await one.write((trx) => timesUsed(trx, key, 600))).toBe(0)
  const counted = await one.write(use)
  expect(counted).toMatchObject({ allowed: true })
  expect(counted.resetsIn).toBeLessThanOrEqual(601)
})
