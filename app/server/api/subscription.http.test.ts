import { beforeAll, describe, expect, test } from 'vitest'
import { roles } from '#app/domain/core/access/access.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { newId } from '#db/id.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import { student } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { clientAs } from '#tests/support/product/api.ts'
import { type App, app } from '#tests/support/product/http.ts'
import { salesPackage, subscribed } from '#tests/support/product/packages.ts'
import { platform, renew, settle, subscriber } from '#tests/support/product/renewals.ts'

let web: App
beforeAll(databaseForMany)

beforeAll(async () => {
  web = await app()
})

const organisation = (given?: Parameters<typeof subscriber>[1]) => subscriber(web, given)
const subscription = (tenant: Tenant) =>
  platform(tenant, (trx) =>
    trx
      .selectFrom('platform.subscription')
      .selectAll()
      .where('entity_id', '=', tenant.place.id)
      .executeTakeFirstOrThrow(),
  )

describe('a renewal', () => {
  test('is an unpaid invoice of the yearly fee times the years, and is listed', async () => {
    const { chief, packageId, tenant } = await organisation()
    const { status, result } = await renew(chief, packageId)
    expect(status).toBe(200)
    const today = currentDay()
    expect(result.invoice).toMatchObject({
      kind: 'renewal',
      status: 'unpaid',
      years: 2,
      issuedOn: today,
      dueOn: addDays(today, 14),
      subTotalSen: 960_00,
      taxSen: 0,
      totalSen: 960_00,
      paidOn: null,
      lines: [{ quantity: 2, priceSen: 480_00, amountSen: 960_00 }],
    })
    expect(result.invoice.number).toMatch(/^PI-\d\d-\d{6}$/)
    const listed = await chief.get(`entity/subscription/invoice?year=${today.slice(0, 4)}`)
    expect(listed.result.invoices).toEqual([result.invoice])
    expect((await chief.get('entity/subscription/invoice')).result.invoices).toHaveLength(1)
    expect((await chief.get('entity/subscription/invoice?year=2020')).result.invoices).toEqual([])
    for (const year of ['x', '1999', '20.5', ''])
      expect((await chief.get(`entity/subscription/invoice?year=${year}`)).status, year).toBe(422)
    const audit = await tenant.read((db) =>
      db
        .selectFrom('audit_log')
        .select('after')
        .where('action', '=', 'subscription.renewal_requested')
        .execute(),
    )
    expect(audit).toMatchObject([{ after: { total_sen: 960_00, years: 2 } }])
  })

  test('carries the service tax of the platform when there is one, rounded half up', async () => {
    const { chief, packageId, tenant } = await organisation({ yearly_fee_sen: 333_25 })
    const set = (rate_bp: number) =>
      platform(tenant, (trx) =>
        trx
          .insertInto('platform.setting')
          .values({ key: 'service_tax', value: JSON.stringify({ rate_bp }) })
          .onConflict((conflict) =>
            conflict.column('key').doUpdateSet({ value: JSON.stringify({ rate_bp }) }),
          )
          .execute(),
      )
    await set(600)
    const { result } = await renew(chief, packageId, { years: 1 })
    await set(0)
    expect(result.invoice).toMatchObject({
      subTotalSen: 333_25,
      taxRateBp: 600,
      taxSen: 20_00,
      totalSen: 353_25,
    })
  })

  test('is one at a time', async () => {
    const { chief, packageId, tenant } = await organisation()
    const first = await renew(chief, packageId)
    const second = await renew(chief, packageId)
    expect([second.status, second.error.code]).toEqual([409, 'ENTITY_RENEW_FAILED'])
    expect(second.error.message).toBe('Renewing entity failed. Please try again later.')
    expect(second.error.fields!.packageId).toContain('unpaid renewal')
    await settle(tenant, first.result.invoice.id)
    expect((await renew(chief, packageId)).status).toBe(200)
  })

  test('takes no package that is unknown, closed, free or too small', async () => {
    const { chief, tenant } = await organisation()
    const codeFor = async (packageId: string) => (await renew(chief, packageId)).error.code
    const sold = (given: Parameters<typeof salesPackage>[1]) => salesPackage(tenant.database, given)
    expect(await codeFor(newId())).toBe('NOT_FOUND_PACKAGE')
    expect(await codeFor(await sold({ status: 'inactive' }))).toBe('NOT_FOUND_PACKAGE')
    expect(await codeFor(await sold({ is_public: false }))).toBe('NOT_FOUND_PACKAGE')
    expect(await codeFor(await sold({ yearly_fee_sen: 0 }))).toBe('ENTITY_RENEW_FAILED')
    await tenant.write((trx) => student(trx))
    const small = await renew(chief, await sold({ student_limit: 0 }))
    expect(small.error.fields!.packageId).toBe('This package is for 0 active students and you have 1.')
    expect(await codeFor(await sold({ branch_limit: 0 }))).toBe('ENTITY_RENEW_FAILED')
    expect(await codeFor(await sold({ staff_limit: 0 }))).toBe('ENTITY_RENEW_FAILED')
    expect(
      (await renew(chief, await sold({ student_limit: 1, branch_limit: 1, staff_limit: 1 }))).status,
    ).toBe(200)
  })

  test.each([
    ['packageId', 'x'],
    ['packageId', null],
    ['years', 0],
    ['years', 4],
    ['years', 1.5],
    ['years', '1'],
    ['method', 'cash'],
    ['totalSen', 1],
  ])('with %s %j is refused by name', async (field, value) => {
    const { chief, packageId } = await organisation()
    const { status, error } = await renew(chief, packageId, { [field]: value })
    expect([status, error.code, Object.keys(error.fields!)]).toEqual([422, 'INPUT_INVALID', [field]])
  })

  test('is for superadmins, its invoices for managers; nobody else sees a figure', async () => {
    const { tenant, packageId } = await organisation()
    const admin = await clientAs(web, tenant, 'admin')
    expect((await renew(admin, packageId)).error.code).toBe('ACTION_NOT_ALLOWED')
    expect((await admin.get('entity/subscription/invoice')).status).toBe(200)
    for (const role of roles.filter((role) => role !== 'superadmin' && role !== 'admin')) {
      const person = await clientAs(web, tenant, role)
      expect((await person.get('entity/subscription/invoice')).error.code, role).toBe('ACTION_NOT_ALLOWED')
      expect((await renew(person, packageId)).error.code, role).toBe('ACTION_NOT_ALLOWED')
    }
  })

  test("of another organisation is nobody else's to see", async () => {
    const one = await organisation()
    const other = await organisation()
    await renew(one.chief, one.packageId)
    expect((await other.chief.get('entity/subscription/invoice')).result.invoices).toEqual([])
  })
})

describe('a paid renewal', () => {
  test.each([
    ['from the expiry while it has not come', '2026-12-31', '2026-06-30', '2028-12-31'],
    ['from today when it has passed', '2026-03-31', '2026-06-30', '2028-06-30'],
    ['from a leap day to the last of February', '2028-02-29', '2026-06-30', '2030-02-28'],
  ])('extends %s', async (_, expires_on, today, until) => {
    const tenant = await freshTenant()
    const packageId = await subscribed(tenant, {}, { expires_on, credit: 7, status: 'grace' })
    const bigger = await salesPackage(tenant.database, { included_credit: 1_500 })
    const chief = await clientAs(web, tenant, 'superadmin')
    const { result } = await renew(chief, bigger)
    expect(await subscription(tenant)).toMatchObject({ expires_on, package_id: packageId, credit: 7 })
    await settle(tenant, result.invoice.id, today)
    expect(await subscription(tenant)).toMatchObject({
      expires_on: until,
      package_id: bigger,
      credit: 3_007,
      status: 'active',
    })
    const [paid] = (await chief.get('entity/subscription/invoice')).result.invoices
    expect(paid).toMatchObject({ status: 'paid', paidOn: today })
  })

  test('is paid once, however many say so at once', async () => {
    const { tenant, chief, packageId } = await organisation()
    const { result } = await renew(chief, packageId)
    const settled = await Promise.allSettled(
      Array.from({ length: 5 }, () => settle(tenant, result.invoice.id)),
    )
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await subscription(tenant)).toMatchObject({ expires_on: '2028-12-31', credit: 1_000 })
  })

  test('opens an organisation that was closed when its subscription ended, and no other', async () => {
    for (const [status, inactive_reason, after] of [
      ['ended', null, 'active'],
      ['ended', 'Operator menutupnya', 'inactive'],
      ['limited', null, 'inactive'],
    ] as const) {
      const { tenant, chief, packageId } = await organisation()
      const { result } = await renew(chief, packageId)
      await platform(tenant, async (trx) => {
        await trx
          .updateTable('platform.subscription')
          .set({ status })
          .where('entity_id', '=', tenant.place.id)
          .execute()
        await trx
          .updateTable('platform.entity')
          .set({ status: 'inactive', inactive_reason })
          .where('id', '=', tenant.place.id)
          .execute()
      })
      await settle(tenant, result.invoice.id)
      const entity = await platform(tenant, (trx) =>
        trx
          .selectFrom('platform.entity')
          .select('status')
          .where('id', '=', tenant.place.id)
          .executeTakeFirst(),
      )
      expect(entity, status).toEqual({ status: after })
    }
  })
})
