import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#app/domain/core/dates.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { subscribed } from '#tests/support/product/packages.ts'
import { advanceStages, issueRenewals, sendExpiryNotices } from './advance-subscriptions.ts'

beforeAll(databaseForMany)

describe('automatic renewal', () => {
  let tenant: Tenant
  beforeEach(async () => {
    tenant = await freshTenant()
  })

  const last = '2026-06-30'
  const year = { starts_on: '2025-07-01', expires_on: last }
  const platform = <R>(work: Parameters<typeof withPlatform<R>>[1]) =>
    withPlatform(tenant.database.pool, work)
  const words = (locale: string) => i18nOf(locale as 'en').getFixedT(locale)
  const night = async (days: number) => {
    const today = addDays(last, days)
    await platform((trx) => issueRenewals(trx, words, today))
    await platform((trx) => sendExpiryNotices(trx, today))
    await platform((trx) => advanceStages(trx, today))
  }
  const told = () =>
    platform(async (trx) => {
      const rows = await trx
        .selectFrom('platform.outbox')
        .select('payload')
        .where('name', '=', 'subscription.notify')
        .where('entity_id', '=', tenant.place.id)
        .orderBy('id')
        .execute()
      return rows.map(({ payload }) => (payload as unknown as { days: number }).days)
    })
  const invoices = () =>
    platform((trx) =>
      trx
        .selectFrom('platform.platform_invoice')
        .select(['id', 'total_sen', 'due_on', 'issued_on', 'status'])
        .where('entity_id', '=', tenant.place.id)
        .execute(),
    )

  test('night after night: one invoice at sixty days, and each notice once, twice a night', async () => {
    await subscribed(tenant, {}, year)
    for (let days = -62; days <= 20; days += 1) {
      await night(days)
      await night(days)
    }
    expect(await told()).toEqual([60, 30, 14, 7, 1, 0])
    expect(await invoices()).toMatchObject([
      { total_sen: 480_00, issued_on: addDays(last, -60), due_on: last, status: 'unpaid' },
    ])
  })

  test('of nights that were missed the nearest notice is given, with the days that there are', async () => {
    await subscribed(tenant, {}, year)
    await night(-29)
    await night(-5)
    await night(3)
    await night(4)
    expect(await told()).toEqual([29, 5, -3])
  })

  test('two workers at once tell and bill once', async () => {
    await subscribed(tenant, {}, year)
    await Promise.all([night(-60), night(-60)])
    expect(await told()).toEqual([60])
    expect(await invoices()).toHaveLength(1)
  })

  test('a package that costs nothing is neither billed nor told of', async () => {
    await subscribed(tenant, { yearly_fee_sen: 0 }, year)
    await night(-30)
    expect([await told(), await invoices()]).toEqual([[], []])
  })

  test('whoever does not want it is told and not billed', async () => {
    await subscribed(tenant, {}, { ...year, auto_renew: false })
    await night(-30)
    expect([await told(), await invoices()]).toEqual([[30], []])
  })

  test('an invoice that was cancelled does not come again for the same year', async () => {
    await subscribed(tenant, {}, year)
    await night(-60)
    const [invoice] = await invoices()
    await platform((trx) =>
      trx
        .updateTable('platform.platform_invoice')
        .set({ status: 'cancelled' })
        .where('id', '=', invoice!.id)
        .execute(),
    )
    await night(-59)
    expect(await invoices()).toHaveLength(1)
  })

  test('a trial is told of days within it, and not billed', async () => {
    await subscribed(tenant, {}, { starts_on: addDays(last, -14), expires_on: last, status: 'trial' })
    for (let days = -14; days <= 0; days += 1) await night(days)
    expect([await told(), await invoices()]).toEqual([[7, 1, 0], []])
  })
})

describe('stages of a subscription', () => {
  let tenant: Tenant
  beforeEach(async () => {
    tenant = await freshTenant()
  })

  const last = '2026-06-30'
  const turn = (today: string) => withPlatform(tenant.database.pool, (trx) => advanceStages(trx, today))
  const now = () =>
    withPlatform(tenant.database.pool, (trx) =>
      trx
        .selectFrom('platform.subscription')
        .select(['id', 'status', 'expires_on', 'credit'])
        .where('entity_id', '=', tenant.place.id)
        .executeTakeFirstOrThrow(),
    )
  const year = { starts_on: '2025-07-01', expires_on: last }

  test('a year has its grace, then is limited, then ended, each on its day and once', async () => {
    await subscribed(tenant, {}, year)
    for (const [days, status] of [
      [-1, 'active'],
      [0, 'active'],
      [1, 'grace'],
      [14, 'grace'],
      [15, 'limited'],
      [44, 'limited'],
      [45, 'ended'],
      [365, 'ended'],
    ] as const) {
      await turn(addDays(last, days))
      expect([days, (await now()).status]).toEqual([days, status])
      expect(await turn(addDays(last, days))).toBe(0)
    }
    const { id } = await now()
    const entries = await withPlatform(tenant.database.pool, (trx) =>
      trx
        .selectFrom('platform.audit_log')
        .select('after')
        .where('object_id', '=', id)
        .orderBy('id')
        .execute(),
    )
    expect(entries.map(({ after }) => (after as { status: string }).status)).toEqual([
      'grace',
      'limited',
      'ended',
    ])
  })

  test('a night that was missed is made up for', async () => {
    await subscribed(tenant, {}, year)
    await turn(addDays(last, 100))
    expect((await now()).status).toBe('ended')
  })

  test('a trial ends with its last day, and has no grace', async () => {
    await subscribed(tenant, {}, { ...year, status: 'trial' })
    await turn(last)
    expect((await now()).status).toBe('trial')
    await turn(addDays(last, 1))
    expect((await now()).status).toBe('ended')
  })

  test('a package that costs nothing goes on, with the credits of another year', async () => {
    await subscribed(tenant, { yearly_fee_sen: 0, included_credit: 20 }, { ...year, credit: 5 })
    await turn('2026-07-01')
    expect(await now()).toMatchObject({ status: 'active', expires_on: '2027-07-01', credit: 25 })
    expect(await turn('2026-07-01')).toBe(0)
  })

  test('two workers at once turn each once', async () => {
    await subscribed(tenant, { yearly_fee_sen: 0, included_credit: 20 }, year)
    await Promise.all([turn('2026-07-01'), turn('2026-07-01')])
    expect((await now()).credit).toBe(20)
  })
})
