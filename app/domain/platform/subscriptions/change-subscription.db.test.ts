import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemActor } from '#app/domain/core/actor.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import { parent, student } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import '#tests/support/product/matchers.ts'
import { todayIn } from '#app/domain/core/dates.ts'
import {
  cancelOwnInvoice,
  cancelPlatformInvoice,
  payPlatformInvoice,
} from '#app/domain/platform/platform-invoices/change-platform-invoice.ts'
import { settlePlatformInvoice } from '#app/domain/platform/platform-invoices/issue-and-settle.ts'
import type { Payload } from '#app/outbox/catalogue.ts'
import { newId } from '#db/id.ts'
import { writeEntityLog } from '#jobs/handlers/audit.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'
import { salesPackage, subscribed } from '#tests/support/product/packages.ts'
import {
  advanceStages,
  cancelStaleUpgrades,
  issueRenewals,
  sendExpiryNotices,
  startNextPackages,
} from './advance-subscriptions.ts'
import {
  cancelDowngrade,
  changeCredit,
  downgradeToFree,
  extendByOperator,
  renewByOperator,
  renewSubscription,
  upgradeSubscription,
} from './change-subscription.ts'
import { packageChoicesOf } from './find-subscriptions.ts'

beforeAll(databaseForMany)

describe('changing the package', () => {
  let tenant: Tenant
  let held: string
  const today = '2026-07-02'

  beforeEach(async () => {
    tenant = await freshTenant()
    held = await subscribed(
      tenant,
      { yearly_fee_sen: 480_00 },
      { starts_on: '2026-01-01', expires_on: '2027-01-01' },
    )
  })

  const t = i18nOf('en').getFixedT('en')
  const platform = <R>(work: Parameters<typeof withPlatform<R>>[1]) =>
    withPlatform(tenant.database.pool, work)
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
    await platform((trx) => startNextPackages(trx, '2027-01-01'))
    expect((await now()).package_id).toBe(held)
    await platform((trx) => startNextPackages(trx, '2027-01-02'))
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
      said(of.write((trx) => cancelOwnInvoice(trx, actor, of.place.id, { id, version: 1 })))
    await expect(drop(other)).toRefuse('action_not_allowed')
    await drop(tenant)
    await expect(drop(tenant)).toRefuse('action_not_allowed')
    expect((await totalOf(id)).status).toBe('cancelled')
    await renew(held)
  })

  test('an upgrade that nobody pays is dropped two weeks after it was due', async () => {
    const id = await upgrade(await sold({ yearly_fee_sen: 960_00 }))
    await platform((trx) => cancelStaleUpgrades(trx, '2026-07-30'))
    expect((await totalOf(id)).status).toBe('unpaid')
    await platform((trx) => cancelStaleUpgrades(trx, '2026-07-31'))
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
})

describe('a downgrade to a free package', () => {
  let tenant: Tenant
  let held: string
  let free: string
  const last = '2026-08-31'
  const today = '2026-07-02'
  beforeEach(async () => {
    tenant = await freshTenant()
    held = await subscribed(tenant, {}, { starts_on: '2025-09-01', expires_on: last })
    free = await sold({})
  })

  const t = i18nOf('en').getFixedT('en')
  const platform = <R>(work: Parameters<typeof withPlatform<R>>[1]) =>
    withPlatform(tenant.database.pool, work)
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
    return said(tenant.write((trx) => downgradeToFree(trx, actor, tenant.place.id, wanted, today)))
  }
  const keep = async (version: number) => {
    const actor = await tenant.actor('superadmin')
    return said(tenant.write((trx) => cancelDowngrade(trx, actor, tenant.place.id, version)))
  }
  const renew = async () => {
    const actor = await tenant.actor('superadmin')
    const wanted = { package_id: held, years: 1, method: 'bank_transfer' } as const
    return said(tenant.write((trx) => renewSubscription(trx, actor, t, tenant.place.id, wanted, today)))
  }
  const night = async (on: string) => {
    await platform((trx) => startNextPackages(trx, on))
    await platform((trx) => issueRenewals(trx, () => t, on))
    await platform((trx) => sendExpiryNotices(trx, on))
    await platform((trx) => advanceStages(trx, on))
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
      await trx
        .selectFrom('platform.outbox')
        .select('id')
        .where('name', '=', 'subscription.notify')
        .execute(),
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
    await tenant.write((trx) => cancelOwnInvoice(trx, actor, tenant.place.id, { id, version: 1 }))
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
})

describe('changes by operators', () => {
  let tenant: Tenant
  const today = todayIn(new Date('2026-07-02T04:00:00Z'))
  beforeAll(async () => {
    tenant = await freshTenant()
    await subscribed(tenant, {}, { starts_on: '2026-01-01', expires_on: '2027-01-01' })
  })

  const operator = {
    ...systemActor,
    ...{ type: 'operator' as const, id: '0198f000-0000-7000-8000-000000000003', name: 'Encik Kewangan' },
  }
  let requests = 0
  /** Each act is a request of its own. */
  const acts = <R>(
    work: (trx: Parameters<typeof cancelPlatformInvoice>[0], actor: typeof operator) => Promise<R>,
  ) => withPlatform(tenant.database.pool, (trx) => work(trx, { ...operator, request_id: `r${++requests}` }))
  const subscription = () =>
    withPlatform(tenant.database.pool, (trx) =>
      trx
        .selectFrom('platform.subscription')
        .select(['id', 'version'])
        .where('entity_id', '=', tenant.place.id)
        .executeTakeFirstOrThrow(),
    )

  test('what operators do to a subscription stands in the organisation’s own log, once, with who did it and why', async () => {
    const t = i18nOf('en', { version: 0, digest: '', byLocale: {} }).getFixedT('en')
    const renew = async () => {
      const at = await subscription()
      return acts((trx, actor) => renewByOperator(trx, actor, t, at, 1, today))
    }
    const [extended, until] = [await subscription(), '2027-03-01']
    const reason = 'Bantuan selepas banjir'
    await acts((trx, actor) => extendByOperator(trx, actor, extended, { expires_on: until, reason }, today))
    const credited = await subscription()
    await acts((trx, actor) => changeCredit(trx, actor, credited, { change: 50, reason }))
    const first = await renew()
    await acts((trx, actor) => cancelPlatformInvoice(trx, actor, { id: first.id, version: 1 }, reason))
    const second = await renew()
    const how = { paid_on: today, reference: 'TT 1' }
    await acts((trx, actor) => payPlatformInvoice(trx, actor, { id: second.id, version: 1 }, how, today))

    const jobs = await withPlatform(tenant.database.pool, (trx) =>
      trx
        .selectFrom('platform.outbox')
        .select('payload')
        .where('name', '=', 'entity.log')
        .where('entity_id', '=', tenant.place.id)
        .orderBy('id')
        .execute(),
    )
    for (const { payload } of [...jobs, ...jobs])
      await writeEntityLog(payload as Payload<'entity.log'>, jobTools(tenant, 'entity.log'))
    const own = await tenant.read((db) =>
      db
        .selectFrom('audit_log')
        .select(['action', 'actor_type', 'actor_name', 'after'])
        .where('object_type', 'in', ['subscription', 'platform_invoice'])
        .orderBy('position')
        .execute(),
    )
    expect(own.map(({ action }) => action)).toEqual([
      'subscription.extended',
      'subscription.credit_changed',
      'subscription.renewal_requested',
      'platform_invoice.cancelled',
      'subscription.renewal_requested',
      'platform_invoice.paid',
    ])
    for (const { actor_type, actor_name } of own)
      expect({ actor_type, actor_name }).toEqual({ actor_type: 'operator', actor_name: 'Encik Kewangan' })
    expect(own[0]!.after).toMatchObject({ expires_on: until, reason })
  })
})
