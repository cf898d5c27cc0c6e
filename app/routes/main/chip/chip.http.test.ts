import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemActor } from '#app/domain/core/actor.ts'
import { bodyOf } from '#app/domain/payments/attempts/test-support.ts'
import { chipAccount } from '#app/domain/payments/chip/account.ts'
import type { Scenario } from '#app/integrations/chip/sandbox/scenarios.ts'
import { type ChipWorld, openChipWorld } from '#tests/support/bank/chip-world.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import '#tests/support/product/matchers.ts'

let world: ChipWorld
beforeAll(async () => {
  world = await openChipWorld()
})
afterAll(() => world.close())

const paid = { state: 'paid', payments: 1, invoice: 'paid' }
const play = (of: string, scenario: Scenario) => world.control('play', { of, scenario })

describe('however the callback comes, CHIP’s own word decides', () => {
  test.each(['paid', 'no_return', 'doubled', 'stale'] as const)('%s: one payment', async (scenario) => {
    const { code, bill, of } = await world.toChip()
    await play(of, scenario)
    expect(await world.books(code, bill.id)).toEqual(paid)
  })

  test.each(['callbacks_lost', 'late'] as const)(
    '%s: nothing until CHIP is asked, then one payment',
    async (scenario) => {
      const { code, bill, of, attempt } = await world.toChip()
      await play(of, scenario)
      if (scenario === 'callbacks_lost')
        expect(await world.books(code, bill.id)).toMatchObject({
          state: 'redirected',
          payments: 0,
          invoice: 'pending',
        })
      await world.enquire(attempt.id)
      expect(await world.books(code, bill.id)).toEqual(paid)
      await world.control('advance', { ms: '60000' })
      expect(await world.books(code, bill.id)).toEqual(paid)
    },
  )

  test('a browser that comes back is proof of nothing, and has CHIP asked', async () => {
    const { code, bill, of, payer } = await world.toChip()
    expect(await payer.get(`/payment/back/${code}`)).toRedirectTo(`/payment/status/${code}`)
    expect(await world.books(code, bill.id)).toMatchObject({ state: 'redirected', payments: 0 })
    await play(of, 'callbacks_lost')
    await world.tenant.write((trx) => trx.deleteFrom('platform.rate_limit').execute())
    await payer.get(`/payment/back/${code}`)
    expect(await world.books(code, bill.id)).toEqual(paid)
    expect(await (await payer.get(`/payment/status/${code}`)).text()).toContain('Payment received')
  })

  test('a declined try decides nothing: the same purchase is paid afterwards', async () => {
    const { code, bill, of, attempt } = await world.toChip()
    await play(of, 'declined')
    await world.enquire(attempt.id)
    expect(await world.books(code, bill.id)).toMatchObject({ state: 'redirected', invoice: 'pending' })
    await play(of, 'paid')
    expect(await world.books(code, bill.id)).toEqual(paid)
  })

  test('what the bank is slow about is waited for', async () => {
    const { code, bill, of, attempt } = await world.toChip()
    await play(of, 'pending')
    await world.enquire(attempt.id)
    expect(await world.books(code, bill.id)).toMatchObject({ state: 'pending', invoice: 'pending' })
    await world.control('advance', { ms: '60000' })
    expect(await world.books(code, bill.id)).toEqual(paid)
  })
})

describe('what is not to be believed', () => {
  test.each(['forged', 'wrong_key', 'rewritten'] as const)('%s changes nothing', async (scenario) => {
    const { code, bill, of, attempt } = await world.toChip()
    const before = await world.tenant.read((db) => chipAccount(db))
    await world.tenant.write((trx) => trx.deleteFrom('platform.rate_limit').execute())
    // The webhook of a payment is genuine in the last of them, so it is left out.
    await world.tenant.write((trx) => trx.updateTable('chip_account').set({ hook_key: null }).execute())
    await play(of, scenario)
    expect(await world.books(code, bill.id)).toMatchObject({ payments: 0, invoice: 'pending' })
    expect(await world.messages(attempt.id)).toEqual([expect.objectContaining({ kind: 'enquiry' })])
    const hook_key = before!.hook_key
    await world.tenant.write((trx) => trx.updateTable('chip_account').set({ hook_key }).execute())
  })

  test.each([
    ['other_amount', ['amount']],
    ['other_currency', ['currency']],
    ['other_brand', ['brand_id']],
    ['other_mode', ['is_test']],
  ] as const)('%s: no payment, and a person looks', async (scenario, fields) => {
    const { code, bill, of, attempt } = await world.toChip()
    await play(of, scenario)
    await world.enquire(attempt.id)
    expect(await world.books(code, bill.id)).toEqual({
      state: 'needs_review',
      payments: 0,
      invoice: 'pending',
    })
    const [row] = await world.desk(attempt.id)
    expect(row).toMatchObject({ kind: 'mismatch' })
    expect((row!.differences as { field: string }[]).map(({ field }) => field)).toEqual(fields)
  })

  test('a genuine message at another organisation’s address is none of its own', async () => {
    const other = await freshTenant()
    const { code, bill, of } = await world.toChip()
    const purchase = await world.control('pay', { of })
    const body = JSON.stringify(purchase)
    const post = (id: string, signature: string) =>
      fetch(`${world.main}/chip/callback/${id}`, {
        method: 'POST',
        body,
        headers: { 'x-signature': signature },
      })
    const at = (id: string) => post(id, 'AAAA')
    expect((await at(other.place.id)).status).toBe(401)
    expect((await at(world.tenant.place.id)).status).toBe(401)
    expect((await at('0190ffff-0000-7000-8000-000000000000')).status).toBe(401)
    expect((await at('none')).status).toBe(400)
    expect((await fetch(`${world.main}/chip/callback/${other.place.id}`)).status).toBe(405)
    expect(await world.books(code, bill.id)).toMatchObject({ payments: 0 })
  })

  test('one id of CHIP is one order, in whatever organisation', async () => {
    const first = await world.toChip()
    const second = await world.choose()
    const { attempt } = await world.attemptOf(second.code)
    const id = first.attempt.purchase_id
    const twice = world.tenant.write((trx) =>
      trx
        .updateTable('platform.gateway_order')
        .set({ gateway_ref: id })
        .where('order_no', '=', attempt.order_no)
        .execute(),
    )
    await expect(twice).rejects.toMatchObject({ constraint: 'gateway_order_gateway_ref_key' })
  })
})

describe('a purchase that CHIP does not make, or does not say so', () => {
  test('refused: nothing was asked of the payer, and the invoice is free', async () => {
    const { code, bill, door } = await world.toChip(12_094)
    expect(door).toRedirectTo(`/payment/status/${code}`)
    expect(await world.books(code, bill.id)).toEqual({ state: 'failed', payments: 0, invoice: 'unpaid' })
  })

  test('made, but the answer is lost: its callback finds it by our reference', async () => {
    const { code, bill, attempt, of } = await lost('silent_after')
    await world.enquire(attempt.id)
    expect(await world.books(code, bill.id)).toMatchObject({ state: 'redirected', invoice: 'pending' })
    await play(of, 'paid')
    expect(await world.books(code, bill.id)).toEqual(paid)
  })

  test.each(['silent_before', 'error', 'busy'])(
    '%s: it waits, is not made again, and is over with its time',
    async (trouble) => {
      const { code, bill, attempt, payer } = await lost(trouble)
      await payer.get(`/payment/go/${code}`)
      expect(await world.books(code, bill.id)).toMatchObject({ state: 'redirected', invoice: 'pending' })
      const hours = (count: number) => new Date(attempt.requested_at.getTime() + count * 3_600_000)
      await world.enquire(attempt.id, hours(0.5))
      expect(await world.books(code, bill.id)).toMatchObject({ state: 'redirected', invoice: 'pending' })
      await world.enquire(attempt.id, hours(1.1))
      expect(await world.books(code, bill.id)).toEqual({ state: 'expired', payments: 0, invoice: 'unpaid' })
    },
  )

  /** CHIP goes wrong while the purchase is made. */
  async function lost(trouble: string) {
    const chosen = await world.choose()
    const { attempt, of } = await world.attemptOf(chosen.code)
    await world.control('trouble', { create: trouble })
    await openShortly(chosen.code)
    await world.control('trouble')
    return { ...chosen, attempt, of }
  }

  async function openShortly(code: string) {
    const { openPurchase } = await import('#app/domain/gateways/chip/purchase.ts')
    const tools = { gateways: world.toGateways(world.tenant), write: world.tenant.write, timeoutMs: 150 }
    const back = `${world.main}/payment/back/${code}`
    const callback = `${world.main}/chip/callback/${world.tenant.place.id}`
    expect(await openPurchase(tools, systemActor, code, { back, callback })).toBeUndefined()
  }

  test('opened twice, it is one purchase with one address', async () => {
    const { payer, code, html } = await world.toChip(12_000, 'duitnow_qr')
    const link = /href="(http[^"]+\/p\/[^"]+)"/.exec(html)![1]!
    expect(link).toContain('preferred=duitnow_qr')
    expect(await (await payer.get(`/payment/go/${code}`)).text()).toContain(link)
  })

  test('its time runs out, also when CHIP was down meanwhile', async () => {
    const { code, bill, attempt } = await world.toChip()
    await world.control('trouble', { read: 'error' })
    await world.enquire(attempt.id, new Date(attempt.requested_at.getTime() + 40 * 3_600_000))
    expect(await world.books(code, bill.id)).toMatchObject({ state: 'redirected', invoice: 'pending' })
    await world.control('trouble')
    await world.control('status', { of: attempt.order_no, status: 'expired' })
    await world.enquire(attempt.id)
    expect(await world.books(code, bill.id)).toEqual({ state: 'timed_out', payments: 0, invoice: 'unpaid' })
  })
})

describe('a payer who gives it up', () => {
  test('begins anew once CHIP has cancelled it', async () => {
    const { code, bill, payer } = await world.toChip()
    const answer = await payer.post(`/payment/start-over/${code}`, {})
    expect(answer).toRedirectTo(/^\/payment\/submit/)
    expect(await world.books(code, bill.id)).toEqual({ state: 'cancelled', payments: 0, invoice: 'unpaid' })
  })

  test('and has paid meanwhile has paid', async () => {
    const { code, bill, payer, of } = await world.toChip()
    await play(of, 'callbacks_lost')
    expect(await payer.post(`/payment/start-over/${code}`, {})).toRedirectTo(`/payment/status/${code}`)
    expect(await world.books(code, bill.id)).toEqual(paid)
  })

  test('money that comes after all is booked, as the family’s credit where the invoice is paid', async () => {
    const { code, bill, payer, of, attempt } = await world.toChip()
    await payer.post(`/payment/start-over/${code}`, {})
    await world.control('status', { of, status: 'created' })
    await play(of, 'paid')
    await world.enquire(attempt.id)
    expect(await world.books(code, bill.id)).toEqual(paid)
  })
})

describe('what happens at CHIP afterwards', () => {
  test('a refund from its portal stands on the desk, and the payment stands until somebody says so', async () => {
    const { code, bill, of, attempt } = await world.toChip()
    await play(of, 'paid')
    await world.control('refund', { of })
    expect(await world.desk(attempt.id)).toEqual([expect.objectContaining({ kind: 'reversed' })])
    expect(await world.books(code, bill.id)).toEqual(paid)
  })
})

test('money by CHIP is the organisation’s own: no fee, no settlement through the platform', async () => {
  const { of, attempt } = await world.toChip(34_500)
  await play(of, 'paid')
  const row = await world.tenant.read((db) =>
    db
      .selectFrom('collection')
      .innerJoin('payment', 'payment.id', 'collection.payment_id')
      .select(['collection.method', 'gross_sen', 'net_sen', 'settles_on', 'payment.bank_name'])
      .select(['payment.gateway_environment', 'payment.gateway_transaction_id'])
      .where('payment.attempt_id', '=', attempt.id)
      .executeTakeFirstOrThrow(),
  )
  expect(row).toMatchObject({
    ...{ method: 'chip', gross_sen: 34_500, net_sen: 34_500, settles_on: null },
    ...{ gateway_environment: 'live', bank_name: 'CHIP: Visa' },
    gateway_transaction_id: attempt.purchase_id,
  })
  const raw = await world.tenant.read((db) =>
    db
      .selectFrom('platform.gateway_message')
      .selectAll()
      .where('attempt_id', '=', attempt.id)
      .where('kind', '=', 'callback')
      .executeTakeFirstOrThrow(),
  )
  expect(createHash('sha256').update(bodyOf(raw)).digest()).toEqual(raw.body_sha256)
})
