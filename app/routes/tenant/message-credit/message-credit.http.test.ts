import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemActor } from '#app/domain/core/actor.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { addMonths } from '#app/domain/core/dates.ts'
import { reserveCredits, returnCredits } from '#app/domain/platform/message-credits/move-credits.ts'
import { writeIssuer } from '#app/domain/platform/platform-invoices/issuer.ts'
import { browse, form } from '#app/integrations/fpx/sandbox/test-support.ts'
import { newId } from '#db/id.ts'
import { type BankWorld, comeBack, confirm, openBankWorld } from '#tests/support/bank/bank-world.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { mainHost } from '#tests/support/product/http.ts'
import { subscribed } from '#tests/support/product/packages.ts'
import { platform, settle } from '#tests/support/product/renewals.ts'

let world: BankWorld
const today = currentDay()
const issuer = { name: 'Lunas Sdn Bhd', transfer: 'Maybank 5140 1111', rate_bp: 800 }
beforeAll(async () => {
  world = await openBankWorld()
  await platform(world.tenant, (trx) =>
    writeIssuer(trx, systemActor, { ...issuer, fpx_seller_id: 'SE00000099' }),
  )
})
afterAll(() => world.close())
beforeEach(() => world.control('reset'))

const page = '/message-credit'
const words = async (answer: Response) =>
  (await answer.text())
    .replace(/<head>.*<\/head>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

async function organisation(credits = { credit: 140, included_credit: 100 }) {
  const tenant = await freshTenant()
  await subscribed(tenant, {}, { ...credits, starts_on: today, expires_on: addMonths(today, 12) })
  return { tenant, admin: await world.product.signedInAs(tenant, 'admin') }
}
const creditOf = async (tenant: Tenant) =>
  (
    await platform(tenant, (trx) =>
      trx
        .selectFrom('platform.subscription')
        .select('credit')
        .where('entity_id', '=', tenant.place.id)
        .executeTakeFirstOrThrow(),
    )
  ).credit
const billOf = (tenant: Tenant) =>
  platform(tenant, (trx) =>
    trx
      .selectFrom('platform.platform_invoice')
      .selectAll()
      .where('entity_id', '=', tenant.place.id)
      .orderBy('issued_on')
      .orderBy('id')
      .executeTakeFirstOrThrow(),
  )

/** An order for RM500, and the bank's first page for whoever pays it. */
async function atBank(bank: string, model = 'B2C') {
  const { tenant, admin } = await organisation()
  const ordered = await admin.post(`${page}/top-up`, { amount: '500' })
  const own = ordered.headers.get('location')!
  const { public_code } = await billOf(tenant)
  const path = `/billing/${public_code}`
  expect(await (await admin.get(own)).text()).toContain(`http://${mainHost}${path}`)
  const payer = world.product.visitor(mainHost)
  const choice = fieldsOf(await (await payer.get(`${path}?model=${model}`)).text())
  const started = await payer.post(path, { ...choice, bank })
  const code = started.headers.get('location')!.split('/').at(-1)!
  const door = await (await payer.get(`/billing/go/${code}`)).text()
  const target = /<form method="post" action="([^"]+)"/.exec(door)![1]!
  const screen = await browse(target, form(fieldsOf(door)))
  return {
    ...{ tenant, admin, own, bill: await billOf(tenant), path, payer, code, screen },
    status: `/billing/status/${code}`,
  }
}

describe('a top-up', () => {
  test('is shown with bonus and tax before it is paid, paid at the bank, and counts at once', async () => {
    const { tenant, admin, own, bill, payer, status, screen } = await atBank('TEST0021')
    expect(bill).toMatchObject({ kind: 'credit_topup', credits: 5_250, total_sen: 540_00, status: 'pending' })
    expect(await words(await admin.get(own))).toContain('The payment is in progress.')
    expect(await comeBack(await confirm(screen))).toBe(status)
    expect(await creditOf(tenant)).toBe(5_390)
    const told = await payer.get(status)
    const html = await told.text()
    expect(html).toContain('Back to the top-up')
    expect(html).toContain(`${page}/top-up/view/${bill.id}`)
    const paid = await words(await admin.get(own))
    expect(paid).toContain('5,250 credits were added. 5,390 are left now.')
    expect(paid).toContain('Invoice and receipt')
    const ledger = await words(await admin.get(`${page}-entry`))
    expect(ledger).toMatch(/Top-up .{0,60} 5,250 5,390/)
    expect(await words(await admin.get(`/setting/subscription/invoice/print/${bill.id}`))).toContain(
      '5,250 message credits',
    )
    // The same answer again, and an operator who enters a transfer, change nothing.
    await expect(settle(tenant, bill.id, today)).rejects.toMatchObject({ code: 'action_not_allowed' })
    expect(await creditOf(tenant)).toBe(5_390)
  })

  test('that the bank declines says so, adds nothing, and can be paid again', async () => {
    const { tenant, admin, own, payer, status, screen, path } = await atBank('TEST0022')
    await comeBack(await confirm(screen))
    const told = await words(await payer.get(status))
    expect(told).toContain('Topping up credit failed')
    expect(told).toContain('You may try again.')
    expect(await creditOf(tenant)).toBe(140)
    expect(await billOf(tenant)).toMatchObject({ status: 'unpaid', locked_by_attempt_id: null })
    expect(await (await admin.get(own)).text()).toContain(path)
    expect(await payer.post(status, { verb: 'retry' })).toRedirectTo(`${path}?model=B2C`)
    const malay = world.product.visitor(mainHost)
    const my = await words(await malay.get(`${status}?lang=my`))
    expect(my).toMatch(/Tambah nilai kredit gagal|Topping up credit failed/)
  })

  test('is paid by transfer, which the operator enters; the owner cancels one that is not wanted', async () => {
    const { tenant, admin } = await organisation()
    const ordered = await admin.post(`${page}/top-up`, { amount: 'RM1,000.00' })
    const own = ordered.headers.get('location')!
    const shown = await words(await admin.get(own))
    for (const part of ['Maybank 5140 1111', '11,000', 'RM1,080.00', 'Pay RM1,080.00 to get these credits'])
      expect(shown).toContain(part)
    const other = (await admin.post(`${page}/top-up`, { amount: '100' })).headers.get('location')!
    const open = await words(await admin.get(page))
    expect(open.match(/is not paid yet/g)).toHaveLength(2)
    expect((await admin.post(other.replace('/view/', '/cancel/'), { version: '1' })).status).toBe(302)
    expect((await words(await admin.get(page))).match(/is not paid yet/g)).toHaveLength(1)
    expect(await words(await admin.get(other))).toContain('This top-up was cancelled.')
    await settle(tenant, own.split('/').at(-1)!, today)
    expect(await creditOf(tenant)).toBe(11_140)
  })

  test.each([
    ['150', 'Amount must be in hundreds.'],
    ['0', 'Amount must be in hundreds.'],
    ['99.90', 'Amount must be in hundreds.'],
    ['10100', 'Please give at most RM10,000.00.'],
    ['-100', 'The amount cannot be negative.'],
    ['lima ratus', 'Please give an amount in ringgit'],
    ['', 'Please fill this in.'],
  ])('of “%s” is refused at the field', async (amount, said) => {
    const { tenant, admin } = await organisation()
    const refused = await admin.post(`${page}/top-up`, { amount })
    expect(refused.status).toBe(422)
    expect(await words(refused)).toContain(said)
    await expect(billOf(tenant)).rejects.toThrow()
  })

  test('shows what an amount brings before it is ordered, and pressed twice is one order', async () => {
    const { tenant, admin } = await organisation()
    const chosen = await admin.get(`${page}/top-up?amount=500`)
    const html = await chosen.text()
    expect(html).toContain('For RM500.00 you get 5,250 credits, 250 of them as a bonus')
    expect(html).toContain('RM540.00')
    expect(await words(await admin.get(`${page}/top-up?amount=150`))).not.toContain('you get')
    const fields = fieldsOf(html)
    const [first, second] = [
      await admin.post(`${page}/top-up`, { ...fields, amount: '500' }),
      await admin.post(`${page}/top-up`, { ...fields, amount: '500' }),
    ]
    expect(second.headers.get('location')).toBe(first.headers.get('location'))
    const bills = await platform(tenant, (trx) =>
      trx
        .selectFrom('platform.platform_invoice')
        .select('id')
        .where('entity_id', '=', tenant.place.id)
        .execute(),
    )
    expect(bills).toHaveLength(1)
  })
})

test('the page tells included and bought apart, what was used this month, and few that are left', async () => {
  const { tenant, admin } = await organisation()
  const about = { about: 'reminder', about_id: newId() } as const
  await tenant.write(async (trx) => {
    await reserveCredits(trx, { ...about, credits: 70, key: newId() })
    await returnCredits(trx, { ...about, credits: 5, key: newId() })
  })
  const shown = await words(await admin.get(page))
  expect(shown).toMatch(/Credits left 75 Included with the package 35 .*Bought 40/)
  expect(shown).toContain('75 message credits are left.')
  expect(shown).toMatch(/Reminders SMS 65 65/)
  const csv = await (await admin.get(`${page}-entry/export/csv`)).text()
  expect(csv).toMatch(/-70/)
  expect((await admin.get(`${page}-entry/print`)).status).toBe(200)
})

test('a clerk reads it and tops nothing up; a trainer and a parent have no such page', async () => {
  const { tenant } = await organisation()
  const clerk = await world.product.signedInAs(tenant, 'clerk')
  const shown = await clerk.get(page)
  expect(shown.status).toBe(200)
  const html = await shown.text()
  expect(html).toContain('Credits left')
  expect(html).not.toContain(`${page}/top-up`)
  expect(html).not.toMatch(/RM\d/)
  expect((await clerk.get(`${page}-entry`)).status).toBe(403)
  expect((await clerk.get(`${page}/top-up`)).status).toBe(403)
  expect((await clerk.post(`${page}/top-up`, { amount: '100' })).status).toBe(403)
  for (const role of ['trainer', 'parent'] as const) {
    const other = await world.product.signedInAs(tenant, role)
    expect((await other.get(page)).status, role).toBe(403)
  }
})

test('another organisation’s top-up is not found', async () => {
  const { admin } = await organisation()
  const own = (await admin.post(`${page}/top-up`, { amount: '100' })).headers.get('location')!
  const stranger = await organisation()
  expect((await stranger.admin.get(own)).status).toBe(404)
})

test('without a subscription the page says where credits come from', async () => {
  const tenant = await freshTenant()
  const admin = await world.product.signedInAs(tenant, 'admin')
  expect(await words(await admin.get(page))).toContain('Your organisation has no subscription yet.')
  expect((await admin.post(`${page}/top-up`, { amount: '100' })).status).toBe(404)
})
