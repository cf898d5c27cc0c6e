import { generateKeyPairSync, sign } from 'node:crypto'
import { beforeAll, expect, test, vi } from 'vitest'
import { systemActor } from '#app/domain/core/actor.ts'
import { type ChipChannel, handleWebhook } from '#app/domain/gateways/chip/handle-webhook.ts'
import { openPurchase } from '#app/domain/gateways/chip/purchase.ts'
import { exceptionsOf } from '#app/domain/gateways/payment-exceptions/test-support.ts'
import { at, openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { sealedKey } from '#app/domain/payments/chip/account.ts'
import { startPurchase } from '#app/domain/payments/chip/start-purchase.ts'
import { openChip } from '#app/domain/payments/chip/test-support.ts'

const pair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
/** Those of the company, which sign callbacks, and of its webhook. */
const [company, hook] = [pair(), pair()]

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await openChip(shop)
  const { keys } = shop.gateways.chip
  await shop.tenant.write(async (trx) => {
    const { id } = await trx.selectFrom('chip_account').select('id').executeTakeFirstOrThrow()
    await trx
      .updateTable('chip_account')
      .set({ public_key: company.publicKey, hook_key: hook.publicKey })
      .set({ live_key_sealed: sealedKey(keys, id, 'live', 'secret-key-of-chip') })
      .execute()
  })
})

const tools = () => ({ gateways: shop.gateways, write: shop.tenant.write })

async function started() {
  const bill = await shop.bill()
  const code = await shop.tenant.write((trx) =>
    startPurchase(trx, systemActor, {
      ...{ codes: [bill.public_code], group: 'card', buyer_name: 'Nur', buyer_email: null, locale: 'en', at },
    }),
  )
  return { bill, code, ...(await shop.attempt(code)) }
}

const purchaseOf = (reference: string, given: object = {}) => ({
  ...{ id: crypto.randomUUID(), brand_id: 'brand', reference, is_test: false, status: 'created' },
  ...{ checkout_url: 'https://chip.test/p/1/' },
  purchase: { total: 12_000, total_override: 12_000, currency: 'MYR' },
  ...given,
})

function told(
  channel: ChipChannel,
  purchase: object,
  { privateKey } = channel === 'callback' ? company : hook,
) {
  const raw = Buffer.from(JSON.stringify(purchase))
  const signature = sign('RSA-SHA256', raw, privateKey).toString('base64')
  return handleWebhook(tools(), systemActor, { channel, raw, signature })
}

test.each(['callback', 'webhook'] as const)(
  'a %s is believed by its own key alone, and books nothing: CHIP is asked',
  async (channel) => {
    const { id, order_no } = await started()
    const paid = purchaseOf(order_no, { status: 'paid' })
    const wrong = channel === 'callback' ? hook : company
    expect(await told(channel, paid, wrong)).toEqual({ kind: 'refused' })
    expect(await shop.messagesOf(id)).toEqual([])
    expect(await told(channel, paid)).toEqual({ kind: 'taken', attempt_id: id, ask: true })
    expect(await shop.messagesOf(id)).toMatchObject([{ kind: channel, verified: true, outcome: 'keep' }])
    expect(await shop.paymentOf(id)).toEqual([])
  },
)

test('another purchase with the reference of an order is for a person to look at', async () => {
  const { id, code, order_no } = await started()
  const first = purchaseOf(order_no)
  expect(await told('callback', first)).toMatchObject({ ask: true })
  expect(await told('callback', purchaseOf(order_no, { status: 'paid' }))).toMatchObject({ ask: false })
  expect(await exceptionsOf(shop, id)).toMatchObject([{ kind: 'mismatch', state: 'open' }])
  expect(await shop.attempt(code)).toMatchObject({ purchase_id: first.id })
})

test('a purchase is made once, however often the payer goes on to CHIP at once', async () => {
  const { code, order_no } = await started()
  const made: unknown[] = []
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    made.push(JSON.parse(body))
    return Response.json(purchaseOf(order_no), { status: 201 })
  })
  const way = { back: 'https://lunas.test/back', callback: 'https://lunas.test/callback' }
  const go = () => openPurchase(tools(), systemActor, code, way)
  await Promise.all([go(), go(), go()])
  expect(made).toMatchObject([{ reference: order_no, purchase: { total_override: 12_000 } }])
  expect(await go()).toMatchObject({ order_no, amount_sen: 12_000 })
  expect(made).toHaveLength(1)
})
