import { beforeAll, expect, test } from 'vitest'
import { systemActor } from '#app/domain/core/actor.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { addDays, addMonths } from '#app/domain/core/dates.ts'
import { issuePlatformInvoice } from '#app/domain/platform/platform-invoices/issue-and-settle.ts'
import { writeIssuer } from '#app/domain/platform/platform-invoices/issuer.ts'
import { advanceStages } from '#app/domain/platform/subscriptions/advance-subscriptions.ts'
import { openCounter } from '#tests/support/bank/payer.ts'
import { student } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app } from '#tests/support/product/http.ts'
import { salesPackage, subscribed } from '#tests/support/product/packages.ts'
import { platform, settle } from '#tests/support/product/renewals.ts'

let product: App
beforeAll(async () => {
  product = await app()
})

const words = async (answer: Response) => (await answer.text()).replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
const page = '/setting/subscription'
const today = currentDay()
const bills = (tenant: Tenant) =>
  platform(tenant, (trx) =>
    trx
      .selectFrom('platform.platform_invoice')
      .select(['id', 'number', 'kind', 'status', 'total_sen'])
      .where('entity_id', '=', tenant.place.id)
      .orderBy('id')
      .execute(),
  )

test('the owner changes the package, reads how to pay, lets it go, and renews', async () => {
  const tenant = await freshTenant()
  await subscribed(tenant, { student_limit: 5 }, { starts_on: today, expires_on: addMonths(today, 12) })
  const plus = await salesPackage(tenant.database, { name: 'Pakej Plus', yearly_fee_sen: 960_00 })
  await salesPackage(tenant.database, {
    name: 'Pakej Kecil',
    yearly_fee_sen: 100_00,
    student_limit: 0,
    branch_limit: 0,
  })
  await tenant.write((trx) => student(trx))
  await platform(tenant, (trx) =>
    trx
      .insertInto('platform.setting')
      .values({ key: 'issuer', value: JSON.stringify({ name: 'Lunas', transfer: 'Maybank 5140 1111' }) })
      .execute(),
  )
  const owner = await product.signedInAs(tenant, 'superadmin')
  expect(await words(await owner.get(page))).toContain('1 of 5')
  const choice = await words(await owner.get(`${page}/renew`))
  expect(choice).toContain('Not for you as you are: Pakej Kecil')
  expect(choice).toMatch(/Active students: 1, the package is for 0 Active branches: 1, the package is for 0/)
  expect((await owner.post(`${page}/upgrade`, { package_id: plus })).status).toBe(302)
  const open = await words(await owner.get(page))
  expect(open).toContain('Maybank 5140 1111')
  const again = await owner.post(`${page}/renew`, { package_id: plus, years: '1' })
  expect(again.status).toBe(422)
  expect(await words(again)).toContain('Renewing entity failed')
  const [first] = await bills(tenant)
  expect(first).toMatchObject({ kind: 'upgrade', total_sen: 480_00, status: 'unpaid' })
  const paper = await words(await owner.get(`${page}/invoice/print/${first!.id}`))
  expect(paper).toContain(first!.number)
  expect((await owner.get(`${page}/invoice/download/${first!.id}`)).headers.get('location')).toMatch(
    /^\/document\//,
  )
  await owner.post(`${page}/invoice/cancel/${first!.id}`, { version: '1' })
  expect((await owner.post(`${page}/renew`, { package_id: plus, years: '1' })).status).toBe(302)
  expect(await bills(tenant)).toMatchObject([
    { status: 'cancelled' },
    { kind: 'renewal', total_sen: 1440_00 },
  ])
  await owner.post(`${page}/auto`, { version: '1' })
  expect(await words(await owner.get(page))).toContain('Only when asked for')
})

test('an admin reads it, changes nothing, and is told before the end; a clerk is not', async () => {
  const tenant = await freshTenant()
  await subscribed(tenant, {}, { starts_on: addDays(today, -300), expires_on: addDays(today, 7) })
  const admin = await product.signedInAs(tenant, 'admin')
  expect(await words(await admin.get(page))).toContain('Only an owner of your organisation')
  expect((await admin.get(`${page}/renew`)).status).toBe(403)
  expect(await words(await admin.get('/dashboard'))).toContain('ends in 7 days')
  const clerk = await product.signedInAs(tenant, 'clerk')
  expect(await words(await clerk.get('/dashboard'))).not.toContain('ends in 7 days')
})

test('through every stage to day +365 families pay, the owner takes away, and a renewal opens everything', async () => {
  const families = await openCounter()
  const { tenant } = families.shop
  const held = await subscribed(
    tenant,
    {},
    { starts_on: addDays(today, -730), expires_on: addDays(today, -365) },
  )
  /** By the link of an invoice, at the bank, to the receipt: without an account. */
  async function paysAndHasReceipt() {
    const { public_code } = await families.bill()
    const { attempt, go, status } = await families.startedAt(public_code)
    const payer = families.payer()
    await payer.get(go)
    await families.shop.say(attempt, '00', {}, new Date())
    const answers = [await payer.get(status), await payer.get(`/payment/receipt/${attempt.public_code}`)]
    expect(await words(answers[0]!)).toContain('Payment received')
    expect(answers.map((answer) => answer.status)).toEqual([200, 200])
    return public_code
  }
  for (const [days, stage] of [
    [0, 'active'],
    [1, 'grace'],
    [15, 'limited'],
    [45, 'ended'],
    [365, 'ended'],
  ] as const) {
    await platform(tenant, (trx) => advanceStages(trx, addDays(today, days - 365)))
    const row = await platform(tenant, (trx) =>
      trx
        .selectFrom('platform.subscription')
        .select('status')
        .where('entity_id', '=', tenant.place.id)
        .executeTakeFirstOrThrow(),
    )
    expect([days, row.status]).toEqual([days, stage])
    const public_code = await paysAndHasReceipt()
    const owner = await product.signedInAs(tenant, 'superadmin')
    for (const path of [`/invoice/status/${public_code}`, '/invoice/export/csv', '/payment', page])
      expect([days, path, (await owner.get(path)).status]).toEqual([days, path, 200])
  }
  const owner = await product.signedInAs(tenant, 'superadmin')
  expect((await owner.post(`${page}/renew`, { package_id: held, years: '1' })).status).toBe(302)
  const [bill] = await bills(tenant)
  await settle(tenant, bill!.id, today)
  const row = await platform(tenant, (trx) =>
    trx
      .selectFrom('platform.subscription')
      .select(['status', 'expires_on'])
      .where('entity_id', '=', tenant.place.id)
      .executeTakeFirstOrThrow(),
  )
  expect(row).toEqual({ status: 'active', expires_on: addMonths(today, 12) })
})

test('fees of payments by CHIP are to pay beside the renewal and stand in the way of none', async () => {
  const tenant = await freshTenant()
  const held = await subscribed(tenant, {}, { starts_on: today, expires_on: addMonths(today, 12) })
  const { number } = await platform(tenant, (trx) =>
    issuePlatformInvoice(trx, {
      ...{ entity_id: tenant.place.id, kind: 'chip_fee', package_id: null, years: null, method: null },
      ...{ period: '2026-01-01', issued_on: today, due_on: addDays(today, 14), created_by: null },
      lines: [{ description: 'CHIP', quantity: 3, price_sen: 50, earns: 'transaction_fee' }],
    }),
  )
  const owner = await product.signedInAs(tenant, 'superadmin')
  const before = await owner.get(page)
  const text = await before.text()
  expect(text).toContain(number)
  expect(text).toContain('Payments by CHIP')
  expect(text).toContain(`href="${page}/renew"`)
  expect((await owner.post(`${page}/renew`, { package_id: held, years: '1' })).status).toBe(302)
  const after = await (await owner.get(page)).text()
  const read = after.replace(/<[^>]+>/g, '')
  for (const { number } of await bills(tenant)) expect(read).toContain(`To pay: ${number}`)
  expect(after).not.toContain(`href="${page}/renew"`)
})

test('where no package is to be had the pages say why and whom to ask, instead of a form without a choice', async () => {
  // What the tests before put on offer would be offered here, too.
  const tenant = await freshTenant()
  await platform(tenant, (trx) => trx.updateTable('platform.package').set({ is_public: false }).execute())
  const held = await subscribed(
    tenant,
    { student_limit: 1 },
    { starts_on: today, expires_on: addMonths(today, 12) },
  )
  await platform(tenant, (trx) =>
    writeIssuer(trx, systemActor, { name: 'Lunas Sdn Bhd', contact_email: 'jualan@lunas.test', rate_bp: 0 }),
  )
  const owner = await product.signedInAs(tenant, 'superadmin')
  const largest = await (await owner.get(`${page}/upgrade`)).text()
  expect(largest).toMatch(/There is no larger package on offer.*mailto:jualan@lunas\.test/s)
  expect(largest).not.toContain('package_id')
  await tenant.write(async (trx) => [await student(trx), await student(trx)])
  const full = await owner.get(`${page}/renew`)
  expect(full.status).toBe(200)
  const text = await full.text()
  expect(text).not.toMatch(/type="radio"|name="years"/)
  expect(text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')).toMatch(
    /has room for you as you are.*Make room.*Active students: 2, the package is for 1.*Lunas Sdn Bhd/,
  )
  await platform(tenant, (trx) =>
    trx
      .updateTable('platform.subscription')
      .set({ status: 'grace' })
      .where('package_id', '=', held)
      .execute(),
  )
  expect(await (await owner.get(`${page}/upgrade`)).text()).toContain('Please renew it')
  await salesPackage(tenant.database, { name: 'Pakej Luas', yearly_fee_sen: 990_00 })
  expect(await (await owner.get(`${page}/renew`)).text()).toMatch(/type="radio"/)
})
