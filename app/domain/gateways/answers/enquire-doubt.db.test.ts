import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemActor } from '#app/domain/core/actor.ts'
import { enquireAttempt } from '#app/domain/gateways/answers/enquire.ts'
import { giveUpApproval } from '#app/domain/gateways/answers/give-up.ts'
import { exceptionsOf } from '#app/domain/gateways/payment-exceptions/test-support.ts'
import { at, minutes, openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'

let shop: Shop
/** What FPX answers, by the order number that it is asked about; nothing means that it hangs up. */
let reply: (asked: URLSearchParams) => string | null = () => null
const gateway = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const text = reply(new URLSearchParams(Buffer.concat(chunks).toString()))
    if (text === null) response.destroy()
    else response.end(`\n${text}\n`)
  })
})

beforeAll(async () => {
  shop = await openShop()
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  shop.config.url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => gateway.close(resolve)))

/** FPX says `code` about whatever it is asked. */
const says = (code: string) => {
  reply = (asked) => shop.acBody(Object.fromEntries(asked), code, code === '76' ? { fpx_fpxTxnId: '' } : {})
}

const ask = (id: string, when: Date, why: 'due' | 'asked' = 'due') =>
  enquireAttempt(
    { gateways: shop.gateways, write: shop.tenant.write, now: () => when, timeoutMs: 2_000 },
    systemActor,
    id,
    why,
  )

async function started(model: 'B2C' | 'B2B1' = 'B2C') {
  const bill = await shop.bill()
  const attempt = await shop.start([bill.public_code], { model })
  return { bill, attempt, now: () => shop.attempt(attempt.public_code) }
}

describe('a company’s payment that its payer gives up', () => {
  const givenUp = async () => {
    const given = await started('B2B1')
    await shop.say(given.attempt, '99')
    await shop.tenant.write((trx) => giveUpApproval(trx, systemActor, given.attempt.public_code, at))
    return given
  }

  test('frees the invoice, and is not waited for again, though FPX is asked on', async () => {
    const { attempt, bill, now } = await givenUp()
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'unpaid', locked_by_attempt_id: null })
    says('99')
    expect(await ask(attempt.id, minutes(64))).toMatchObject({ state: 'cancelled', effect: 'keep' })
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'unpaid' })
    expect((await now()).next_enquiry_at).not.toBeNull()
  })

  test('and is approved all the same: what was paid otherwise meanwhile leaves it as credit, and people are told', async () => {
    const { attempt, bill } = await givenUp()
    await shop.cash(bill.id, 12_000)
    says('00')
    expect(await ask(attempt.id, minutes(64))).toMatchObject({ state: 'paid', alarm: { reason: 'credited' } })
    expect(await exceptionsOf(shop, attempt.id)).toMatchObject([{ kind: 'credited', state: 'open' }])
    await shop.balanced()
  })

  test('is refused for any other', async () => {
    const { attempt } = await started('B2B1')
    const given = shop.tenant.write((trx) => giveUpApproval(trx, systemActor, attempt.public_code, at))
    await expect(given).rejects.toMatchObject({ code: 'payment.not_waiting' })
  })

  test('is refused once it is approved, and stays paid', async () => {
    const { attempt, bill, now } = await started('B2B1')
    await shop.say(attempt, '99')
    await shop.say(attempt, '00')
    const given = shop.tenant.write((trx) => giveUpApproval(trx, systemActor, attempt.public_code, at))
    await expect(given).rejects.toMatchObject({ code: 'payment.not_waiting' })
    expect(await now()).toMatchObject({ state: 'paid', given_up_at: null })
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'paid' })
  })
})

describe('an answer that is not about what was asked', () => {
  const doubted = async () => {
    const given = await started()
    await shop.say(given.attempt, '00', { fpx_txnAmount: '1.00' })
    return given
  }

  test.each([
    ['51', 'failed'],
    ['1C', 'cancelled'],
  ])('FPX, asked itself, says %s: the invoice is free, and a person still looks', async (code, state) => {
    const { attempt, bill, now } = await doubted()
    says(code)
    expect(await ask(attempt.id, minutes(3))).toMatchObject({ state, effect: 'release' })
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'unpaid', locked_by_attempt_id: null })
    expect(await now()).toMatchObject({ review_reason: 'mismatch' })
    expect(await exceptionsOf(shop, attempt.id)).toMatchObject([{ kind: 'mismatch', state: 'open' }])
  })

  test('neither time nor what the bank sends unasked frees it', async () => {
    const { attempt, bill } = await doubted()
    await shop.say(attempt, '51')
    says('76')
    for (const hours of [1, 25, 73]) await ask(attempt.id, minutes(hours * 60 + 5), 'due')
    expect(await shop.invoiceNow(bill.id)).toMatchObject({
      status: 'pending',
      locked_by_attempt_id: attempt.id,
    })
  })
})
