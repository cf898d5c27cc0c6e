import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemActor } from '#app/domain/core/actor.ts'
import { enquireAttempt } from '#app/domain/gateways/answers/enquire.ts'
import { sweepEnquiries } from '#app/domain/payments/attempts/enquiry-schedule.ts'
import { minutes, newTxn, openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { figure } from '#tests/support/run/figure.ts'
import { soaking } from '#tests/support/run/soak.ts'
import { inLanes } from './concurrent-work.ts'

/** What FPX does when it is asked; `hangs`: it has the question and never answers. */
type Answer = 'hangs' | 'breaks' | 'not_found' | 'paid'
let answer: Answer = 'hangs'
let shop: Shop
const txns = new Map<string, string>()
const gateway = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const asked = new URLSearchParams(Buffer.concat(chunks).toString())
    if (answer === 'hangs') return response.destroy()
    if (answer === 'breaks') return response.writeHead(500).end('Internal Server Error')
    const order = asked.get('fpx_sellerExOrderNo')!
    if (!txns.has(order)) txns.set(order, newTxn())
    const found = answer === 'paid'
    const given = { fpx_fpxTxnId: found ? txns.get(order)! : '' }
    response.end(`\n${shop.acBody(Object.fromEntries(asked), found ? '00' : '76', given)}\n`)
  })
})

beforeAll(async () => {
  shop = await openShop()
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  shop.config.url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => gateway.close(resolve)))

const ask = (id: string, when: Date) =>
  enquireAttempt(
    { gateways: shop.gateways, write: shop.tenant.write, now: () => when, timeoutMs: 2_000 },
    systemActor,
    id,
    'due',
  )

async function started() {
  const bill = await shop.bill()
  const attempt = await shop.start([bill.public_code])
  return { bill, attempt, now: () => shop.attempt(attempt.public_code) }
}

const again = (code: string) =>
  shop.start([code]).then(
    () => 'begun',
    (error: { code: string }) => error.code,
  )

/** What the gateway does first, what it does once it answers again, and what the payment is then. */
const kinds: [what: string, first: Answer, then: Answer, state: string][] = [
  ['accepts and never answers', 'hangs', 'paid', 'paid'],
  ['accepts and breaks', 'breaks', 'paid', 'paid'],
  ['never hears of it', 'hangs', 'not_found', 'expired'],
  ['breaks before it hears of it', 'breaks', 'not_found', 'expired'],
]
const each = soaking ? 50 : 2

test('an unknown outcome stays open, prevents a second payment, and is settled within two enquiries once there is an answer', async () => {
  let [settled, debited] = [0, 0]
  for (const [what, first, then, state] of kinds) {
    for (let n = 0; n < each; n++) {
      const { bill, attempt, now } = await started()
      answer = first
      expect(await ask(attempt.id, minutes(3)), what).toMatchObject({ state: 'created', effect: 'keep' })
      expect(await shop.invoiceNow(bill.id), what).toMatchObject({ status: 'pending' })
      expect(await again(bill.public_code), what).toBe('invoice.in_payment')
      answer = then
      // "Not found" is believed once a day has passed, in which the payer might still have come to the bank.
      const late = then === 'not_found' ? 25 * 60 : 6
      for (let poll = 0; poll < 2 && (await now()).state !== state; poll++)
        await ask(attempt.id, minutes(late + poll * 60))
      expect((await now()).state, what).toBe(state)
      const payments = await shop.paymentOf(attempt.id)
      expect(payments, what).toHaveLength(then === 'paid' ? 1 : 0)
      expect(await shop.invoiceNow(bill.id), what).toMatchObject({
        status: then === 'paid' ? 'paid' : 'unpaid',
      })
      settled += 1
      debited += payments.length
    }
  }
  await shop.balanced()
  figure(
    `R9: ${settled} outcomes that nobody knew, each settled within two polls, ${debited} debits recorded once, none paid twice, the equation holds`,
  )
})

test('an answer after 65 minutes, when the invoice is unlocked again, is posted, and so is what was paid in between', async () => {
  for (let n = 0; n < each; n++) {
    const { bill, attempt, now } = await started()
    answer = 'not_found'
    await ask(attempt.id, minutes(64))
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'unpaid' })
    if (n % 2) await shop.cash(bill.id, 12_000, { despite_attempt: 'on' })
    await shop.say(attempt, '00', {}, minutes(65))
    expect(await now()).toMatchObject({ state: 'paid' })
    expect(await shop.paymentOf(attempt.id)).toHaveLength(1)
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'paid', paid_sen: 12_000 })
  }
  await shop.balanced()
  figure(`R9: ${each} answers after 65 minutes, none lost, none doubled, the equation holds`)
})

test('after forty hours without answers and without a worker, the sweep finds each and one enquiry settles it', async () => {
  const count = soaking ? 200 : 6
  const open: Awaited<ReturnType<typeof started>>[] = []
  for (let n = 0; n < count; n++) open.push(await started())
  answer = 'paid'
  const { pool } = shop.tenant.database
  const swept = await withPlatform(pool, (trx) => sweepEnquiries(trx))
  expect(swept).toBeGreaterThanOrEqual(count)
  const jobs = await withPlatform(pool, (trx) =>
    trx.selectFrom('platform.outbox').select('payload').where('name', '=', 'payment.enquire').execute(),
  )
  const asked = new Set(jobs.map(({ payload }) => (payload as { attempt_id: string }).attempt_id))
  for (const { attempt } of open) expect(asked).toContain(attempt.id)
  await inLanes(5, open, ({ attempt }) => ask(attempt.id, minutes(40 * 60)))
  for (const { attempt, bill, now } of open) {
    expect(await now()).toMatchObject({ state: 'paid', enquiries: 1, next_enquiry_at: null })
    expect(await shop.paymentOf(attempt.id)).toHaveLength(1)
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'paid' })
  }
  await shop.balanced()
  figure(
    `R9: after 40 hours without a callback ${count} payments settled by one question each, the equation holds`,
  )
})
