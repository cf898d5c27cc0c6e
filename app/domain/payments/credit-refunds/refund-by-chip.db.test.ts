import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { everywhere, systemActor } from '#app/domain/core/actor.ts'
import { todayIn } from '#app/domain/core/dates.ts'
import { creditStanding } from '#app/domain/core/invoicing/credit-standing.ts'
import { applyAnswer } from '#app/domain/gateways/answers/apply-answer.ts'
import { bindPurchase } from '#app/domain/gateways/chip/purchase.ts'
import { at, openShop, ring, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { sealedKey } from '#app/domain/payments/chip/account.ts'
import { startPurchase } from '#app/domain/payments/chip/start-purchase.ts'
import { openChip } from '#app/domain/payments/chip/test-support.ts'
import { readPurchase, reportOf } from '#app/integrations/chip/purchase.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { credit } from '#tests/support/database/money-factories.ts'
import '#tests/support/product/matchers.ts'
import { approveRefund, askForRefund } from './change-credit-refund.ts'
import { sendRefund } from './refund-by-chip.ts'

const sen = 12_000
const today = todayIn(new Date())

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await openChip(shop)
  await shop.tenant.write(async (trx) => {
    const { id } = await trx.selectFrom('chip_account').select('id').executeTakeFirstOrThrow()
    const live_key_sealed = sealedKey(shop.gateways.chip.keys, id, 'live', 'secret-key-of-chip')
    await trx.updateTable('chip_account').set({ live_key_sealed }).execute()
  })
})

/** What CHIP has of each purchase. */
const purchases = new Map<string, { reference: string; status: string; refunded: number }>()
/** What it was asked to send back. */
let asked: number[]
beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', async (url: string, init: { body?: string }) => {
    const [, id, refund] = /purchases\/([^/]+)\/(refund\/)?$/.exec(url)!
    if (!refund) return Response.json(purchaseOf(id!))
    const { amount } = JSON.parse(init.body!)
    asked.push(amount)
    const known = purchases.get(id!)!
    purchases.set(id!, { ...known, status: 'pending_refund', refunded: known.refunded + amount })
    return Response.json({ id: `R-${asked.length}` })
  })
})

function purchaseOf(id: string) {
  const { reference, status, refunded } = purchases.get(id)!
  const paid = status !== 'created'
  return {
    ...{ id, brand_id: 'brand', reference, is_test: false, status },
    ...{ refundable_amount: sen - refunded, refund_availability: 'all' },
    purchase: { total: sen, total_override: sen, currency: 'MYR' },
    payment: paid ? { amount: sen, currency: 'MYR', is_outgoing: false, paid_on: 1_769_832_000 } : null,
  }
}

/** A payment by CHIP that came after its invoice was paid at the counter, so that all of it is credit. */
async function credited() {
  const bill = await shop.bill(sen)
  const code = await shop.tenant.write((trx) =>
    startPurchase(trx, systemActor, {
      ...{ codes: [bill.public_code], group: 'card', buyer_name: 'Nur', buyer_email: null, locale: 'en', at },
    }),
  )
  const { id: attempt_id, order_no: reference } = await shop.attempt(code)
  const purchase_id = crypto.randomUUID()
  const told = (status: string) => {
    purchases.set(purchase_id, { reference, status, refunded: 0 })
    return readPurchase(JSON.stringify(purchaseOf(purchase_id)))!
  }
  await bindPurchase(shop.tenant.write, { id: attempt_id, order_no: reference }, told('created'))
  await shop.cash(bill.id, sen, { despite_attempt: 'on' })
  const report = reportOf(told('paid'))
  await shop.tenant.write((trx) =>
    applyAnswer(trx, systemActor, attempt_id, {
      ...{ channel: 'enquiry', report, raw: Buffer.from('{}'), fingerprint: 'https', environment: 'live' },
      ...{ at, ring },
    }),
  )
  const [payment] = await shop.paymentOf(attempt_id)
  return { purchase_id, payment_id: payment!.id, parent_id: payment!.payer_parent_id! }
}
type Credited = Awaited<ReturnType<typeof credited>>

async function ask({ parent_id, payment_id }: Credited, amount: number) {
  const clerk = await shop.tenant.actor('clerk')
  const how = { method: 'chip', payee_name: 'Puan Ibu', payment_id, reason: 'Pindah ke negeri lain' } as const
  const { keys } = shop.gateways.chip
  const { id } = await shop.tenant.write((trx) =>
    askForRefund(trx, clerk, everywhere, keys, parent_id, { amount, ...how }),
  )
  return id
}

async function approved(of: Credited, amount: number) {
  const [id, admin] = [await ask(of, amount), await shop.tenant.actor('admin')]
  await shop.tenant.write((trx) => approveRefund(trx, admin, everywhere, id, today))
  return id
}

const send = (id: string) =>
  sendRefund({ gateways: shop.gateways, write: shop.tenant.write }, systemActor, id)
const statusOf = async (id: string) => {
  const row = await shop.tenant.read((db) =>
    db.selectFrom('credit_refund').select('status').where('id', '=', id).executeTakeFirstOrThrow(),
  )
  return row.status
}
const standing = ({ parent_id }: Credited) => shop.tenant.read((db) => creditStanding(db, parent_id))

test('no more is asked for of a payment than it brought, whatever else the family has', async () => {
  const of = await credited()
  await shop.tenant.write((trx) => credit(trx, { parent_id: of.parent_id, delta_sen: 50_000 }))
  await ask(of, 8_000)
  await expect(ask(of, 4_001)).toRefuse('credit_refund.payment_left', 'amount')
  await ask(of, 4_000)
})

test('what is approved is sent by a job', async () => {
  const id = await approved(await credited(), 5_000)
  const jobs = await withPlatform(shop.tenant.database.pool, (trx) =>
    trx.selectFrom('platform.outbox').select('payload').where('name', '=', 'credit_refund.chip').execute(),
  )
  expect(jobs.filter(({ payload }) => JSON.stringify(payload).includes(id))).toHaveLength(1)
})

test('CHIP is asked once, and the credit is gone when the money is, in all books', async () => {
  const of = await credited()
  const id = await approved(of, 5_000)
  expect(await send(id)).toBe('sent')
  expect(await send(id)).toBe('waits')
  expect(await statusOf(id)).toBe('sending')
  expect(await standing(of)).toEqual({ credit_sen: sen, reserved_sen: 5_000 })
  purchases.set(of.purchase_id, { ...purchases.get(of.purchase_id)!, status: 'refunded' })
  expect(await send(id)).toBe('paid')
  expect(await send(id)).toBe('over')
  expect(asked).toEqual([5_000])
  expect(await standing(of)).toEqual({ credit_sen: 7_000, reserved_sen: 0 })
  await shop.balanced()
})

test('a second refund of a payment waits for the first, from which nobody could tell it', async () => {
  const of = await credited()
  const [first, second] = [await approved(of, 5_000), await approved(of, 5_000)]
  expect([await send(first), await send(second)]).toEqual(['sent', 'waits'])
  expect(await statusOf(second)).toBe('approved')
  expect(asked).toEqual([5_000])
  purchases.set(of.purchase_id, { ...purchases.get(of.purchase_id)!, status: 'paid' })
  expect([await send(first), await send(second)]).toEqual(['paid', 'sent'])
  expect(asked).toEqual([5_000, 5_000])
  await shop.balanced()
})
