import { beforeAll, expect, test } from 'vitest'
import { category } from '#tests/support/database/factories.ts'
import '#tests/support/product/matchers.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { systemActor } from './actor.ts'
import { changeAt } from './changed.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant()
})

test.each([
  ['at a version that is not its own any more', { version: 2 }, {}],
  ['in another status than the one that was read', { version: 1 }, { status: 'inactive' }],
  ['as a removed one, though nobody has removed it', { version: 1 }, { removed: true }],
])('a row is not changed %s, though its caller has not looked', async (_, { version }, expected) => {
  const { id } = await tenant.write((trx) => category(trx, { name: 'Darjah 1' }))
  const change = (at: number, also = {}) =>
    tenant.write((trx) =>
      changeAt(trx, systemActor, 'category', { id, version: at }, { name: 'Darjah 2' }, also),
    )
  await expect(change(version, expected)).toRefuse('version_conflict')
  const rows = () =>
    tenant.read((db) => db.selectFrom('category').select(['name', 'version']).where('id', '=', id).execute())
  expect(await rows()).toEqual([{ name: 'Darjah 1', version: 1 }])
  await change(1, { status: 'active', removed: false })
  expect(await rows()).toEqual([{ name: 'Darjah 2', version: 2 }])
})
