import { beforeAll, expect, test } from 'vitest'
import { activeOptions } from '#app/domain/catalogue/payment-options/payment-options.ts'
import { systemActor } from '#app/domain/core/actor.ts'
import { essentialFeatures, type FeatureCode } from '#app/domain/core/features/feature.ts'
import { whereToGet } from '#app/domain/platform/features/features.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import { paymentOption, type Trx } from '#tests/support/database/factories.ts'
import { entityRegistration, hiddenPackage } from '#tests/support/database/registration-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { salesPackage, subscribed } from '#tests/support/product/packages.ts'
import { createPackage, editPackage, removePackage } from './change-package.ts'
import { packageForm } from './package.ts'

beforeAll(databaseForMany)

let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant()
})

const platform = <R>(work: (trx: Trx) => Promise<R>) => withPlatform(tenant.database.pool, work)

test.each([
  [[], ['cash']],
  [['bank_transfer'], ['bank_transfer', 'cash']],
  [
    ['chip', 'fpx'],
    ['cash', 'chip', 'fpx_b2c'],
  ],
  [['fpx_b2b1'], ['cash', 'fpx_b2b1']],
])('with %j beside what all have, families pay by %j', async (features, methods) => {
  const alone = await freshTenant()
  await alone.write(async (trx) => {
    await paymentOption(trx, { code: 'CHIP', method: 'chip' })
    await trx.updateTable('payment_option').set({ status: 'active' }).execute()
  })
  await subscribed(alone, { features: [...essentialFeatures, ...features] })
  const options = await alone.read((db) => activeOptions(db).execute())
  expect(options.map(({ method }) => method).sort()).toEqual(methods)
})

test('who lacks something is led to packages that can be had, and not to those that are gone or hidden', async () => {
  const code: FeatureCode = 'statement_matching'
  await subscribed(tenant, { name: 'Kecil', features: essentialFeatures })
  const { database } = tenant
  await salesPackage(database, { name: 'Ada' }, [code])
  await salesPackage(database, { name: 'Lama', status: 'inactive' }, [code])
  await salesPackage(database, { name: 'Rahsia', is_public: false }, [code])
  await salesPackage(database, { name: 'Tanpa' }, ['infaq'])
  expect(await tenant.read((db) => whereToGet(db, code))).toEqual({
    ...{ held: 'Kecil', off: false, offered: ['Ada'] },
  })
})

test('a package that somebody has or has asked for is not removed', async () => {
  const had = await subscribed(await freshTenant())
  const { id: asked } = await platform((trx) => hiddenPackage(trx))
  await platform((trx) => entityRegistration(trx, { package_id: asked, status: 'rejected' }))
  for (const id of [had, asked])
    await expect(platform((trx) => removePackage(trx, systemActor, id, 1))).rejects.toThrow('package.in_use')
  const { id: unused } = await platform((trx) => hiddenPackage(trx))
  await expect(platform((trx) => removePackage(trx, systemActor, unused, 2))).rejects.toThrow(
    'version_conflict',
  )
  await platform((trx) => removePackage(trx, systemActor, unused, 1))
})

test('every package has what families and auditors rely on, whatever was ticked', async () => {
  const fees = {
    ...{ registration_fee_sen: '0', yearly_fee_sen: '0' },
    ...{ transaction_fee_sen: '0', transaction_fee_b2b1_sen: '0' },
  }
  const own = { code: 'ASAS', name: 'Asas', included_credit: 0, trial_days: 0, sort_order: 1 }
  const input = packageForm.parse({ ...own, ...fees })
  const featuresOf = (id: string) =>
    platform(async (trx) => {
      const held = trx.selectFrom('platform.package_feature').where('package_id', '=', id)
      const rows = await held.select('feature_code').execute()
      return rows.map(({ feature_code }) => feature_code).sort()
    })
  const { id } = await platform((trx) => createPackage(trx, systemActor, { ...input, features: ['fpx'] }))
  expect(await featuresOf(id)).toEqual(['fpx', ...essentialFeatures].sort())
  await platform((trx) => editPackage(trx, systemActor, id, 1, input))
  expect(await featuresOf(id)).toEqual([...essentialFeatures].sort())
})
