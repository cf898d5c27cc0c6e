import { beforeAll, beforeEach, expect, test } from 'vitest'
import { systemActor } from '#app/domain/core/actor.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { inPlatform } from '#db/in-place.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import { student } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import '#tests/support/product/matchers.ts'
import { salesPackage, subscribed } from '#tests/support/product/packages.ts'
import { beginNextPackages, dropOldUpgrades } from './by-itself.ts'
import { cancelPlatformInvoice, changeCredit, extendByOperator } from './operator/by-operator.ts'
import { packageChoicesOf } from './own-subscription.ts'
import { renewSubscription } from './renew.ts'
import { settlePlatformInvoice } from './settle.ts'
import { letGoOfInvoice, upgradeSubscription } from './upgrade.ts'

let tenant: Tenant
let held: string
const today = '2026-07-02'
beforeAll(databaseForMany)

beforeEach(async () => {
  tenant = await freshTenant()
  held = await subscribed(
    tenant,
    { yearly_fee_sen: 480_00 },
    { starts_on: '2026-01-01', expires_on: '2027-01-01' },
  )
})

const t = i18nOf('en').getFixedT('en')
const platform = <R>(work: Parameters<typeof inPlatform<R>>[1]) => inPlatform(tenant.database.pool, work)
const said = <R>(work: Promise<R>) => work.catch((error) => Promise.reject(asRefusal(error) ?? error))
const sold = (given: Parameters<typeof salesPackage>[1]) => salesPackage(tenant.database, given)
const owner = () => tenant.actor('superadmin')
const upgrade = async (id: string) => {
  const actor = await owner()
  return said(tenant.write((trx) => upgradeSubscription(trx, actor, t, tenant.place.id, id, today)))
}
const renew = async (package_id: string, years = 1) => {
  const actor = await owner()
  const wanted = { package_id, years, method: 'bank_transfer' } as const
  return said(tenant.write((trx) => renewSubscription(trx, actor, t, tenant.place.id, wanted, today)))
}
const settle = (id: string) =>
  platform((trx) =>
    settlePlatformInvoice(trx, systemActor, id, { on: today, method: 'bank_transfer' }, today),
  )
const now = () =>
  platform((trx) =>
    trx
      .selectFrom('platform.subscription')
      .selectAll()
      .where('entity_id', '=', tenant.place.id)
      .executeTakeFirstOrThrow(),
  )
const totalOf = (id: string) =>
  platform((trx) =>
    trx
      .selectFrom('platform.platform_invoice')
      .select(['sub_total_sen', 'status', 'version'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  )

test('an upgrade is the difference of the days that are left, and leaves the last day and the credits', async () => {
  const plus = await sold({ yearly_fee_sen: 960_00 })
  const id = await upgrade(plus)
  // 183 of 365 days
  expect((await totalOf(id)).sub_total_sen).toBe(240_66)
  expect((await now()).package_id).toBe(held)
  await settle(id)
  expect(await now()).toMatchObject({
    package_id: plus,
    expires_on: '2027-01-01',
    credit: 0,
    status: 'active',
  })
})

test('no upgrade to a package that is cheaper, the same, too small, or while something is open', async () => {
  await expect(upgrade(await sold({ yearly_fee_sen: 100_00 }))).toRefuse('subscription.no_upgrade')
  await expect(upgrade(held)).toRefuse('subscription.no_upgrade')
  await tenant.write((trx) => student(trx))
  await expect(upgrade(await sold({ yearly_fee_sen: 960_00, student_limit: 0 }))).toRefuse(
    'subscription.too_many_students',
  )
  const plus = await sold({ yearly_fee_sen: 960_00 })
  await renew(held)
  await expect(upgrade(plus)).toRefuse('subscription.renewal_open')
})

test('a renewal with a dearer package pays the days that are left, too', async () => {
  const id = await renew(await sold({ yearly_fee_sen: 960_00 }), 2)
  expect((await totalOf(id)).sub_total_sen).toBe(240_66 + 2 * 960_00)
})

test('a cheaper package waits until the year that was paid for is over, and nothing else is chosen meanwhile', async () => {
  const small = await sold({ yearly_fee_sen: 100_00, included_credit: 7 })
  await settle(await renew(small))
  expect(await now()).toMatchObject({
    ...{ package_id: held, next_package_id: small, next_package_on: '2027-01-01' },
    ...{ expires_on: '2028-01-01', credit: 7 },
  })
  await expect(upgrade(await sold({ yearly_fee_sen: 960_00 }))).toRefuse('subscription.change_waits')
  await expect(renew(held)).toRefuse('subscription.change_waits')
  await platform((trx) => beginNextPackages(trx, '2027-01-01'))
  expect((await now()).package_id).toBe(held)
  await platform((trx) => beginNextPackages(trx, '2027-01-02'))
  expect(await now()).toMatchObject({ package_id: small, next_package_id: null, expires_on: '2028-01-01' })
})

test('the choice tells all that a package is too small for, and a renewal refuses it by the first', async () => {
  await tenant.write((trx) => student(trx))
  const small = await sold({ yearly_fee_sen: 100_00, student_limit: 0, branch_limit: 0, staff_limit: 0 })
  const { renewals } = await tenant.read((db) => packageChoicesOf(db, tenant.place.id, today))
  const over = renewals.find(({ id }) => id === small)!.over.map(({ noun }) => noun)
  expect(over.slice(0, 2)).toEqual(['student', 'branch'])
  await expect(renew(small)).toRefuse('subscription.too_many_students')
})

test('what is not paid yet may be let go, once, by its own organisation', async () => {
  const id = await renew(held)
  const actor = await owner()
  const other = await freshTenant()
  const drop = (of: Tenant) =>
    said(of.write((trx) => letGoOfInvoice(trx, actor, of.place.id, { id, version: 1 })))
  await expect(drop(other)).toRefuse('action_not_allowed')
  await drop(tenant)
  await expect(drop(tenant)).toRefuse('action_not_allowed')
  expect((await totalOf(id)).status).toBe('cancelled')
  await renew(held)
})

test('an upgrade that nobody pays is dropped two weeks after it was due', async () => {
  const id = await upgrade(await sold({ yearly_fee_sen: 960_00 }))
  await platform((trx) => dropOldUpgrades(trx, '2026-07-30'))
  expect((await totalOf(id)).status).toBe('unpaid')
  await platform((trx) => dropOldUpgrades(trx, '2026-07-31'))
  expect((await totalOf(id)).status).toBe('cancelled')
})

test('an operator extends to a day to come, changes credits, and cancels an open invoice', async () => {
  const { id } = await now()
  const reason = 'Dipersetujui oleh pemilik'
  const extend = (expires_on: string, version: number) =>
    said(
      platform((trx) => extendByOperator(trx, systemActor, { id, version }, { expires_on, reason }, today)),
    )
  await expect(extend(today, 1)).toRefuse('subscription.past_day')
  await extend('2029-01-01', 1)
  await expect(extend('2029-01-02', 1)).toRefuse('version_conflict')
  const credit = (change: number, version: number) =>
    said(platform((trx) => changeCredit(trx, systemActor, { id, version }, { change, reason })))
  await expect(credit(-1, 2)).toRefuse('subscription.too_few_credits')
  await credit(50, 2)
  expect(await now()).toMatchObject({ expires_on: '2029-01-01', credit: 50, status: 'active' })
  const invoice = await renew(held)
  const cancel = () =>
    said(platform((trx) => cancelPlatformInvoice(trx, systemActor, { id: invoice, version: 1 }, reason)))
  await cancel()
  await expect(cancel()).toRefuse('action_not_allowed')
})
