import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemActor } from '#app/domain/core/actor.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { addMonths } from '#app/domain/core/dates.ts'
import { writeIssuer } from '#app/domain/platform/platform-invoices/issuer.ts'
import { browse, form } from '#app/integrations/fpx/sandbox/test-support.ts'
import { type BankWorld, comeBack, confirm, openBankWorld } from '#tests/support/bank/bank-world.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { answersAll, anySubdomain, handsIn, textOf } from '#tests/support/product/front.ts'
import { mainHost } from '#tests/support/product/http.ts'
import { salesPackage, subscribed } from '#tests/support/product/packages.ts'
import { platform } from '#tests/support/product/renewals.ts'

let world: BankWorld
const today = currentDay()
const issuer = { name: 'Lunas Sdn Bhd', transfer: 'Maybank 5140 1111', rate_bp: 0 }
beforeAll(async () => {
  world = await openBankWorld()
  await platform(world.tenant, (trx) =>
    writeIssuer(trx, systemActor, { ...issuer, fpx_seller_id: 'SE00000099' }),
  )
})
afterAll(() => world.close())
beforeEach(() => world.control('reset'))

const words = async (answer: Response) => (await answer.text()).replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
const billOf = (tenant: Tenant) =>
  platform(tenant, (trx) =>
    trx
      .selectFrom('platform.platform_invoice')
      .selectAll()
      .where('entity_id', '=', tenant.place.id)
      .executeTakeFirstOrThrow(),
  )

/** An owner orders a year; where its page leads to pay it online. */
async function ordered() {
  const tenant = await freshTenant()
  const package_id = await subscribed(tenant, {}, { starts_on: today, expires_on: addMonths(today, 1) })
  const owner = await world.product.signedInAs(tenant, 'superadmin')
  await owner.post('/setting/subscription/renew', { package_id, years: '1' })
  const page = await (await owner.get('/setting/subscription')).text()
  const bill = await billOf(tenant)
  return { tenant, owner, page, bill, path: `/billing/${bill.public_code}` }
}

/** The choice of a bank by somebody with the code, who need not be signed in; the bank's first page. */
async function toBank(path: string, bank: string, model = 'B2C') {
  const payer = world.product.visitor(mainHost)
  const choice = fieldsOf(await (await payer.get(`${path}?model=${model}`)).text())
  const started = await payer.post(path, { ...choice, bank })
  expect(started).toRedirectTo(/^\/billing\/go\//)
  const code = started.headers.get('location')!.split('/').at(-1)!
  const door = await (await payer.get(`/billing/go/${code}`)).text()
  const target = /<form method="post" action="([^"]+)"/.exec(door)![1]!
  return {
    payer,
    code,
    status: `/billing/status/${code}`,
    screen: await browse(target, form(fieldsOf(door))),
  }
}

test('the owner pays the invoice of the next year at the bank, and it counts at once', async () => {
  const { tenant, owner, page, bill, path } = await ordered()
  expect(page).toMatch(new RegExp(`href="http://${mainHost.replace('.', '\\.')}${path}"`))
  const { payer, status, screen } = await toBank(path, 'TEST0021')
  expect(await words(await owner.get('/setting/subscription'))).toContain('The payment is under way.')
  expect(await comeBack(await confirm(screen))).toBe(status)

  const paid = await billOf(tenant)
  expect(paid).toMatchObject({ status: 'paid', method: 'fpx', bank_name: 'SBI Bank A' })
  const told = await words(await payer.get(status))
  expect(told).toContain(`${bill.number} is paid`)
  expect(told).toContain(paid.reference)
  expect(told).toContain('Back to the subscription')
  // By the code of the invoice, too, which asks for nothing more.
  const done = await words(await payer.get(path))
  expect(done).toContain('SBI Bank A')
  expect(done).not.toContain('Select bank')
  expect(await words(await owner.get(`/setting/subscription/invoice/print/${bill.id}`))).toMatch(
    /Paid on .* SBI Bank A .* [0-9]{10}/,
  )
})

test('a company’s account waits for its approver; a bank that declines leaves it to be paid again', async () => {
  const { tenant, path } = await ordered()
  const first = await toBank(path, 'TEST0022')
  await comeBack(await confirm(first.screen))
  expect(await billOf(tenant)).toMatchObject({ status: 'unpaid', locked_by_attempt_id: null })
  expect(await words(await first.payer.get(first.status))).toContain('You may try again.')
  expect(await first.payer.post(first.status, { verb: 'retry' })).toRedirectTo(`${path}?model=B2C`)

  const { payer, code, status, screen } = await toBank(path, 'TEST0021', 'B2B1')
  await comeBack(await confirm(screen))
  expect(await words(await payer.get(status))).toContain('Waiting for your approver')
  const { order_no } = await platform(tenant, (trx) =>
    trx
      .selectFrom('platform.payment_attempt')
      .select('order_no')
      .where('public_code', '=', code)
      .executeTakeFirstOrThrow(),
  )
  await world.control('approve', { exchange_order_no: order_no, code: '00' })
  expect(await billOf(tenant)).toMatchObject({ status: 'paid', method: 'fpx' })
})

test('what nobody paid at the bank is asked about and begun anew; a wrong code leads nowhere', async () => {
  const { tenant, path } = await ordered()
  const payer = world.product.visitor(mainHost)
  const choice = fieldsOf(await (await payer.get(path)).text())
  const started = await payer.post(path, { ...choice, bank: 'TEST0021' })
  const code = started.headers.get('location')!.split('/').at(-1)!
  await payer.get(`/billing/go/${code}`)
  expect(await payer.get(`/billing/go/${code}`)).toRedirectTo(`/billing/status/${code}`)
  const second = await payer.post(path, { ...choice, bank: 'TEST0021' })
  expect(second.status).toBe(409)
  expect(await words(second)).toContain('View payment status')
  expect(await payer.post(`/billing/status/${code}`, { verb: 'check' })).toRedirectTo(
    `/billing/status/${code}`,
  )
  expect(await payer.post(`/billing/status/${code}`, { verb: 'start_over' })).toRedirectTo(path)
  expect(await billOf(tenant)).toMatchObject({ status: 'unpaid' })
  expect((await payer.get('/billing/abcdefghjkmnpqrstuvwxyz234')).status).toBe(404)
  expect((await payer.get('/billing/status/abcdefghjkmnpqrstuvwxyz234')).status).toBe(404)
  // It is the platform's, so an organisation's own host has no such page.
  expect((await world.product.visitor(tenant).get(path)).status).not.toBe(200)
})

test('no bank, no name: the form says so; without a seller id there is a transfer only', async () => {
  const { tenant, owner, path } = await ordered()
  const payer = world.product.visitor(mainHost)
  const refused = await payer.post(path, { model: 'B2C', bank: '', buyer_name: '' })
  expect(refused.status).toBe(422)
  await platform(tenant, (trx) => writeIssuer(trx, systemActor, issuer))
  expect(await words(await payer.get(path))).toContain('can’t be paid online right now')
  expect(await (await owner.get('/setting/subscription')).text()).not.toContain(path)
  expect((await payer.post(path, { model: 'B2C', bank: 'TEST0021', buyer_name: 'Puan' })).status).toBe(422)
  await platform(tenant, (trx) => writeIssuer(trx, systemActor, { ...issuer, fpx_seller_id: 'SE00000099' }))
})

test('the fee of a registration is paid online by whoever has handed it in, before anybody has decided', async () => {
  const package_id = await salesPackage(world.tenant.database, { is_public: true })
  const visitor = world.product.visitor(mainHost)
  const base = await answersAll(visitor, package_id, anySubdomain())
  await handsIn(visitor, base)
  const done = await textOf(visitor, `${base}/done`)
  const path = /href="(\/billing\/[a-z0-9]{26})"/.exec(done)![1]!
  const { screen, status } = await toBank(path, 'TEST0021')
  expect(await comeBack(await confirm(screen))).toBe(status)
  const paid = await platform(world.tenant, (trx) =>
    trx
      .selectFrom('platform.platform_invoice')
      .select(['status', 'method', 'kind', 'entity_id'])
      .where('public_code', '=', path.split('/').at(-1)!)
      .executeTakeFirstOrThrow(),
  )
  expect(paid).toEqual({ status: 'paid', method: 'fpx', kind: 'registration', entity_id: null })
  expect(await textOf(visitor, `${base}/done`)).not.toContain('/billing/')
})
