import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fundBalance, returnGift, reverseGift } from '#app/domain/accounting/gifts/change-gift.ts'
import { todayIn } from '#app/domain/core/dates.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { type ChipWorld, openChipWorld } from '#tests/support/bank/chip-world.ts'
import { infaqType } from '#tests/support/database/giving-factories.ts'
import { imbalance } from '#tests/support/database/money.ts'
import { asAdmin } from '#tests/support/database/template.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import '#tests/support/product/matchers.ts'

let world: ChipWorld
beforeAll(async () => {
  world = await openChipWorld()
})
afterAll(() => world.close())

/** RM50.00 given by card, and paid; to a fund of its own unless told. */
async function given(to?: { id: string; code: string }) {
  const { tenant, product } = world
  const type = to ?? (await tenant.write((trx) => infaqType(trx, { status: 'active' })))
  const giver = product.visitor(tenant)
  const path = `/infaq/pay?type=${type.code}&model=card`
  const fields = fieldsOf(await (await giver.get(path)).text())
  const started = await giver.post(path, { ...fields, amount: '50', donor_name: 'Encik Halim' })
  const code = started.headers.get('location')!.split('/').at(-1)!
  await giver.get(`/payment/go/${code}`)
  const { attempt, of } = await world.attemptOf(code)
  await world.control('play', { of, scenario: 'paid' })
  const { id, payment_id } = await tenant.read((db) =>
    db
      .selectFrom('donation')
      .select(['id', 'payment_id'])
      .where('attempt_id', '=', attempt.id)
      .executeTakeFirstOrThrow(),
  )
  // It is some days old by the time that its money goes back.
  await asAdmin(tenant.database.ownerUrl, (owner) =>
    owner.query(
      `update "${tenant.place.schema}".payment set created_at = created_at - interval '3 days' where id = $1`,
      [payment_id],
    ),
  )
  return { id, attempt_id: attempt.id, of, type_id: type.id, payment_id: payment_id! }
}

/** What the portal of CHIP sent back is found, and two people say so; what the desk answers to each of them. */
async function returned({ attempt_id, of }: Awaited<ReturnType<typeof given>>, amount?: string) {
  const { tenant, product } = world
  await world.control('refund', { of, ...(amount ? { amount } : {}) })
  await world.enquire(attempt_id)
  const { id, version } = await tenant.read((db) =>
    db
      .selectFrom('platform.payment_exception')
      .select(['id', 'version'])
      .where('attempt_id', '=', attempt_id)
      .where('kind', '=', 'reversed')
      .where('state', '=', 'open')
      .executeTakeFirstOrThrow(),
  )
  const view = `/payment-exception/view/${id}`
  const said = { decision: 'refunded', refunded_on: todayIn(new Date()), reference: 'PORTAL-1' }
  const admin = await product.signedInAs(tenant, 'admin')
  const resolved = await admin.post(`/payment-exception/resolve/${id}`, { ...said, version: String(version) })
  expect(resolved).toRedirectTo(view)
  const owner = await product.signedInAs(tenant, 'superadmin')
  return owner.post(`/payment-exception/confirm/${id}`)
}

const fundOf = (type_id: string) => world.tenant.read((db) => fundBalance(db, 'infaq', type_id))
const paymentOf = (id: string) =>
  world.tenant.read((db) =>
    db.selectFrom('payment').select('status').where('id', '=', id).executeTakeFirstOrThrow(),
  )

describe('a gift whose money CHIP’s portal sent back', () => {
  test('all of it: two people say so, its payment is cancelled and its fund has it no more', async () => {
    const gift = await given()
    expect(await fundOf(gift.type_id)).toBe(5_000)
    const clerk = await world.product.signedInAs(world.tenant, 'clerk')
    expect(await (await clerk.get(`/payment/view/${gift.payment_id}`)).text()).toContain(
      'If it was sent back in the CHIP portal',
    )
    expect(await (await clerk.get(`/infaq/view/${gift.id}`)).text()).toContain('came in online is final')
    expect((await returned(gift)).status).toBe(302)
    expect(await paymentOf(gift.payment_id)).toEqual({ status: 'cancelled' })
    expect(await fundOf(gift.type_id)).toBe(0)
    expect(await world.tenant.read(imbalance)).toEqual({})
  })

  test('in parts: each leaves the fund on its day and the payment stays, until nothing is left', async () => {
    const gift = await given()
    expect((await returned(gift, '2000')).status).toBe(302)
    expect(await fundOf(gift.type_id)).toBe(3_000)
    expect((await returned(gift, '500')).status).toBe(302)
    expect(await fundOf(gift.type_id)).toBe(2_500)
    expect(await paymentOf(gift.payment_id)).toEqual({ status: 'paid' })
    const clerk = await world.product.signedInAs(world.tenant, 'clerk')
    for (const path of [`/payment/view/${gift.payment_id}`, `/infaq/view/${gift.id}`])
      expect(await (await clerk.get(path)).text()).toMatch(/Sent back to the payer<\/dt><dd>RM25\.00/)
    expect(await world.tenant.read(imbalance)).toEqual({})
  })

  test('the database lets no more go back than was given', async () => {
    const { tenant } = world
    const type = await tenant.write((trx) => infaqType(trx, { status: 'active' }))
    // Somebody else gave to the same fund, so that it has enough.
    await given(type)
    const gift = await given(type)
    const admin = await tenant.actor('admin')
    const on = todayIn(new Date())
    const back = (sen?: number) =>
      tenant.write((trx) => returnGift(trx, admin, gift.payment_id, sen ? { on, sen } : { on }))
    await back(4_000)
    const undo = () => tenant.write((trx) => reverseGift(trx, admin, gift.payment_id, on))
    for (const work of [() => back(1_001), undo])
      expect(asRefusal(await work().catch((error) => error))?.code).toBe('fund.beyond_gift')
    // What is left of it, and then nothing more.
    for (const _ of [1, 2]) {
      expect(await back()).toBe(true)
      expect(await fundOf(type.id)).toBe(5_000)
    }
  })
})

test('a gift by CHIP is one payment without a fee, wholly for its fund', async () => {
  const { tenant, product } = world
  const type = await tenant.write((trx) => infaqType(trx, { status: 'active' }))
  const giver = product.visitor(tenant)
  const open = await (await giver.get('/infaq')).text()
  expect(open).toContain(`Give for ${type.name}`)
  const path = `/infaq/pay?type=${type.code}&model=card`
  const page = await (await giver.get(path)).text()
  expect(page).not.toContain('<select')
  const fields = { ...fieldsOf(page), amount: '50', donor_name: 'Encik Halim' }
  expect(await (await giver.post(path, { ...fields, amount: '0.99' })).text()).toContain(
    'below the smallest that can be paid in this way, which is RM1.00',
  )
  const started = await giver.post(path, fields)
  expect(started).toRedirectTo(/^\/payment\/go\//)
  const code = started.headers.get('location')!.split('/').at(-1)!
  expect(await (await giver.get(`/payment/go/${code}`)).text()).toContain('/sandbox/chip/')
  const { attempt, of } = await world.attemptOf(code)
  expect(attempt).toMatchObject({ gateway: 'chip', purpose: 'donation', amount_sen: 5_000, payer_fee_sen: 0 })
  await world.control('play', { of, scenario: 'paid' })
  const gift = await tenant.read((db) =>
    db
      .selectFrom('donation')
      .innerJoin('payment', 'payment.id', 'donation.payment_id')
      .select(['donation.amount_sen', 'payment.method', 'payment.payer_fee_sen'])
      .where('donation.attempt_id', '=', attempt.id)
      .executeTakeFirstOrThrow(),
  )
  expect(gift).toEqual({ amount_sen: 5_000, method: 'chip', payer_fee_sen: 0 })
  expect(await tenant.read(imbalance)).toEqual({})
  const status = await (await giver.get(`/payment/status/${code}`)).text()
  expect(status).toContain('Payment received')
  // what went back through CHIP's portal waits for a person, as any
  await world.control('refund', { of })
  await world.enquire(attempt.id)
  expect(await world.desk(attempt.id)).toMatchObject([{ kind: 'reversed', amount_sen: 5_000 }])
})

test('who gives anonymously is told that the receipt names no deduction, where there is one', async () => {
  const { tenant, product } = world
  const approval = { tax_approval_no: 'LHDN.01/35/1', tax_from: '2020-01-01', tax_to: '2099-12-31' }
  const over = { ...approval, tax_to: '2020-12-31' }
  const [valid, lapsed, none] = await tenant.write(async (trx) => [
    await infaqType(trx, { status: 'active', ...approval }),
    await infaqType(trx, { status: 'active', ...over }),
    await infaqType(trx, { status: 'active' }),
  ])
  const giver = product.visitor(tenant)
  const told = async ({ code }: { code: string }) =>
    (await (await giver.get(`/infaq/pay?type=${code}&model=card`)).text()).includes('deducted from tax')
  expect([await told(valid!), await told(lapsed!), await told(none!)]).toEqual([true, false, false])
})
