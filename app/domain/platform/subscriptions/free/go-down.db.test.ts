import { beforeAll, beforeEach, expect, test } from 'vitest'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { newId } from '#db/id.ts'
import { inPlatform } from '#db/in-place.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import { parent, student } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import '#tests/support/product/matchers.ts'
import { salesPackage, subscribed } from '#tests/support/product/packages.ts'
import { beginNextPackages, issueRenewals } from '../by-itself.ts'
import { giveNotices } from '../notices.ts'
import { packageChoicesOf } from '../own-subscription.ts'
import { renewSubscription } from '../renew.ts'
import { turnSubscriptions } from '../turn.ts'
import { letGoOfInvoice } from '../upgrade.ts'
import { goDownToFree, keepPackage } from './go-down.ts'

let tenant: Tenant
let held: string
let free: string
const last = '2026-08-31'
const today = '2026-07-02'
beforeAll(databaseForMany)
beforeEach(async () => {
  tenant = await freshTenant()
  held = await subscribed(tenant, {}, { starts_on: '2025-09-01', expires_on: last })
  free = await sold({})
})

const t = i18nOf('en').getFixedT('en')
const platform = <R>(work: Parameters<typeof inPlatform<R>>[1]) => inPlatform(tenant.database.pool, work)
const sold = (given: Parameters<typeof salesPackage>[1]) =>
  salesPackage(tenant.database, { yearly_fee_sen: 0, is_public: true, ...given })
const said = <R>(work: Promise<R>) => work.catch((error) => Promise.reject(asRefusal(error) ?? error))
const now = () =>
  platform((trx) =>
    trx
      .selectFrom('platform.subscription')
      .selectAll()
      .where('entity_id', '=', tenant.place.id)
      .executeTakeFirstOrThrow(),
  )
const choose = async (package_id: string, version = 1) => {
  const actor = await tenant.actor('superadmin')
  const wanted = { package_id, version }
  return said(tenant.write((trx) => goDownToFree(trx, actor, tenant.place.id, wanted, today)))
}
const keep = async (version: number) => {
  const actor = await tenant.actor('superadmin')
  return said(tenant.write((trx) => keepPackage(trx, actor, tenant.place.id, version)))
}
const renew = async () => {
  const actor = await tenant.actor('superadmin')
  const wanted = { package_id: held, years: 1, method: 'bank_transfer' } as const
  return said(tenant.write((trx) => renewSubscription(trx, actor, t, tenant.place.id, wanted, today)))
}
const night = async (on: string) => {
  await platform((trx) => beginNextPackages(trx, on))
  await platform((trx) => issueRenewals(trx, () => t, on))
  await platform((trx) => giveNotices(trx, on))
  await platform((trx) => turnSubscriptions(trx, on))
}

test('a free package follows when what is paid for is over; nothing is billed, and nobody is told of an end', async () => {
  await choose(free)
  expect(await now()).toMatchObject({ package_id: held, next_package_id: free, next_package_on: last })
  for (const on of ['2026-07-03', '2026-08-30', last]) await night(on)
  expect(await now()).toMatchObject({ package_id: held, status: 'active' })
  await night('2026-09-01')
  expect(await now()).toMatchObject({
    ...{ package_id: free, next_package_id: null, status: 'active', expires_on: '2027-09-01' },
  })
  const [invoices, told] = await platform(async (trx) => [
    await trx
      .selectFrom('platform.platform_invoice')
      .select('id')
      .where('entity_id', '=', tenant.place.id)
      .execute(),
    await trx.selectFrom('platform.outbox').select('id').where('name', '=', 'subscription.notify').execute(),
  ])
  expect([invoices, told]).toEqual([[], []])
})

test('one may think better of it until then, once, and renew', async () => {
  await choose(free)
  await expect(choose(free, 2)).toRefuse('subscription.change_waits')
  await expect(renew()).toRefuse('subscription.change_waits')
  await expect(keep(1)).toRefuse('version_conflict')
  await keep(2)
  await expect(keep(3)).toRefuse('version_conflict')
  const id = await renew()
  await expect(choose(free, 3)).toRefuse('subscription.renewal_open')
  const actor = await tenant.actor('superadmin')
  await tenant.write((trx) => letGoOfInvoice(trx, actor, tenant.place.id, { id, version: 1 }))
  await choose(free, 3)
})

test('what costs something, is not on offer or is too small does not follow', async () => {
  const paid = await sold({ yearly_fee_sen: 100_00 })
  const hidden = await sold({ is_public: false })
  const gone = await sold({ status: 'inactive' })
  for (const id of [paid, hidden, gone, newId()]) await expect(choose(id)).toRefuse('not_found.package')
  await tenant.write((trx) => student(trx))
  await expect(choose(await sold({ student_limit: 0 }))).toRefuse('subscription.too_many_students')
  await expect(choose(free, 9)).toRefuse('version_conflict')
})

test('kept files count against a smaller package, to the byte', async () => {
  const small = await sold({ storage_mb: 2 })
  const paid = await sold({ storage_mb: 2, yearly_fee_sen: 100_00 })
  const actor = await tenant.actor('superadmin')
  const keepFile = (size_bytes: number) =>
    tenant.write(async (trx) => {
      const { id } = await parent(trx)
      await trx
        .insertInto('family_file')
        .values({
          ...{ id: newId(), parent_id: id, name: 'surat.pdf', content_type: 'application/pdf', size_bytes },
          ...{ storage_key: `ab/${newId()}.pdf`, created_by: actor.id },
        })
        .execute()
    })
  await keepFile(2_000_000)
  const choices = () => tenant.read((db) => packageChoicesOf(db, tenant.place.id, today))
  const overOf = async () => {
    const { free, renewals } = await choices()
    return [...free, ...renewals].filter(({ id }) => [small, paid].includes(id)).map(({ over }) => over)
  }
  expect(await overOf()).toEqual([[], []])
  await keepFile(1)
  const over = [{ noun: 'storage', has: 3, limit: 2 }]
  expect(await overOf()).toEqual([over, over])
  await expect(choose(small)).toRefuse('subscription.too_much_storage')
  await choose(free)
})

test('the organisation’s role writes neither the package nor its day by itself', async () => {
  const change = tenant.write((trx) =>
    trx
      .updateTable('platform.subscription')
      .set({ next_package_id: free, next_package_on: today })
      .where('entity_id', '=', tenant.place.id)
      .execute(),
  )
  await expect(change).rejects.toMatchObject({ code: '42501' })
})
