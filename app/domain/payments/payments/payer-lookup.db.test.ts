import { beforeAll, describe, expect, test } from 'vitest'
import { systemActor } from '#app/domain/core/actor.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { storeMessage } from '#app/domain/payments/attempts/gateway-messages.ts'
import { giveOutRequest } from '#app/domain/payments/attempts/start.ts'
import { at, minutes, newTxn, openShop, ring, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import { openTraceToken, traceAttempt, tracedPayment, traceLasts, traceToken } from './payer-lookup.ts'
import { paymentPage } from './payment-page.ts'

let shop: Shop
let visitors = 0
beforeAll(async () => {
  shop = await openShop()
})

const trace = (id: string, amount: number, ip = `198.51.100.${++visitors}`) =>
  traceAttempt(shop.tenant.write, ip, { id, amount })

async function debited() {
  const bill = await shop.bill()
  const attempt = await shop.start([bill.public_code])
  const txn_id = newTxn()
  await shop.say(attempt, '00', { fpx_fpxTxnId: txn_id })
  return { bill, attempt, txn_id, amount: attempt.amount_sen }
}

describe('a payer who knows a number and the amount', () => {
  test('finds the payment by the bank’s id and by our order number', async () => {
    const { attempt, txn_id, amount } = await debited()
    expect(await trace(txn_id, amount)).toBe(attempt.id)
    expect(await trace(attempt.order_no, amount)).toBe(attempt.id)
  })

  test('finds it by the id of a second debit, and of one whose amount differs from what was asked', async () => {
    const { attempt, amount } = await debited()
    const second = newTxn()
    await shop.say(attempt, '00', { fpx_fpxTxnId: second })
    expect(await trace(second, amount)).toBe(attempt.id)
    const other = await shop.start([(await shop.bill()).public_code])
    const odd = newTxn()
    await shop.say(other, '00', { fpx_fpxTxnId: odd, fpx_txnAmount: '77.70' })
    expect(await trace(odd, 7_770)).toBe(other.id)
  })

  test('is told the same of another sum, an unknown number and another organisation’s payment', async () => {
    const { txn_id, amount } = await debited()
    const none = { code: 'payment.none_to_trace', field: 'id' }
    await expect(trace(txn_id, amount + 1)).rejects.toMatchObject(none)
    await expect(trace(newTxn(), amount)).rejects.toMatchObject(none)
    const stranger = await freshTenant()
    const there = traceAttempt(stranger.write, '198.51.100.250', { id: txn_id, amount })
    await expect(there).rejects.toMatchObject(none)
  })

  test('cannot try for long, neither from one network nor, in the end, one number from many', async () => {
    const flood = async (times: number, next: (n: number) => Promise<string>) => {
      const codes: string[] = []
      for (let n = 0; n < times; n++)
        codes.push(await next(n).then(String, (error: { code: string }) => error.code))
      return codes.at(-1)
    }
    expect(await flood(11, (n) => trace(`LN-${n}`, 100, '203.0.113.9'))).toBe('too_many_requests')
    const { attempt, amount } = await debited()
    // A stranger who tries sums is stopped, and has kept nobody else from finding their payment.
    const stranger = (sen: number) => trace(attempt.order_no, sen, '203.0.113.77')
    expect(await flood(11, (n) => stranger(n + 1))).toBe('too_many_requests')
    await expect(stranger(amount)).rejects.toMatchObject({ code: 'too_many_requests' })
    expect(await trace(attempt.order_no, amount)).toBe(attempt.id)
    expect(await flood(100, (n) => trace(attempt.order_no, n + 1))).toBe('too_many_requests')
    await expect(trace(attempt.order_no, amount)).rejects.toMatchObject({ code: 'too_many_requests' })
  })
})

test('the address of what was found is good for a day, in its organisation alone', async () => {
  const { attempt } = await debited()
  const keys: Keys = { ring, place: shop.tenant.place.schema }
  const token = traceToken(keys, attempt.id, at)
  expect(openTraceToken(keys, token, minutes(60))).toBe(attempt.id)
  const later = new Date(at.getTime() + traceLasts)
  for (const [whose, typed, when] of [
    [keys, token, later],
    [{ ...keys, place: 'tenant_other' }, token, at],
    [keys, 'none', at],
  ] as const)
    expect(() => openTraceToken(whose, typed, when)).toThrow(
      expect.objectContaining({ code: 'not_found.payment' }),
    )
})

test('what was found names nobody and leads to no receipt', async () => {
  const { attempt, bill } = await debited()
  const found = await shop.tenant.read((db) => tracedPayment(db, attempt.id, minutes(5)))
  expect(found).toMatchObject({ outcome: 'paid', order_no: attempt.order_no, amount_sen: attempt.amount_sen })
  const said = JSON.stringify(found)
  for (const secret of ['Aisyah', attempt.public_code, bill.public_code, bill.number!, bill.payer_parent_id])
    expect(said).not.toContain(secret)
  expect(said).not.toMatch(/student|payer_parent|buyer/)
})

test('the timeline tells each step in order: gone to the bank, asked in vain, approver, answer, receipt', async () => {
  const bill = await shop.bill()
  const attempt = await shop.start([bill.public_code], { model: 'B2B1' })
  const line = async () => {
    const page = await shop.tenant.read((db) => paymentPage(db, attempt.public_code, minutes(5)))
    return page!.moments.map(({ what, times, status }) =>
      [what, times > 1 ? times : null, what === 'answered' ? status : null].filter(Boolean).join(' '),
    )
  }
  expect(await line()).toEqual(['chosen', 'next'])
  await shop.tenant.write((trx) => giveOutRequest(trx, attempt.public_code))
  expect(await line()).toEqual(['chosen', 'sent', 'next'])
  for (let n = 0; n < 3; n++)
    await shop.tenant.write((trx) =>
      storeMessage(trx, systemActor, {
        ...{ ring, gateway: 'fpx', channel: 'enquiry', raw: Buffer.from(''), fingerprint: null },
        ...{ attempt_id: attempt.id, response_code: null, outcome: 'timeout', note: 'no answer' },
      }),
    )
  await shop.say(attempt, '99')
  await shop.say(attempt, '99')
  await shop.say(attempt, '00')
  expect(await line()).toEqual([
    ...['chosen', 'sent', 'asked 3', 'waiting_approver', 'answered successful', 'recorded'],
  ])
})
