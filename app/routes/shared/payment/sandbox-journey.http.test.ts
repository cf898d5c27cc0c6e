import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BankWorld, comeBack, confirm, openBankWorld } from '#tests/support/bank/bank-world.ts'
import { imbalance } from '#tests/support/database/money.ts'
import { share } from '#tests/support/run/soak.ts'

let world: BankWorld
beforeAll(async () => {
  world = await openBankWorld()
})
afterAll(() => world.close())
beforeEach(() => world.control('reset'))

const paid = { state: 'paid', payments: 1, invoice: 'paid' }
const waiting = { state: 'pending', payments: 0, invoice: 'pending' }
const unheard = { state: 'redirected', payments: 0, invoice: 'pending' }
const doubtful = { state: 'needs_review', payments: 0, invoice: 'pending' }
const not = (state: string) => ({ state, payments: 0, invoice: 'unpaid' })

test('a payer pays, comes back and has the receipt', async () => {
  const { payer, bill, code, screen } = await world.toBank(12_000, 'TEST0021')
  const result = await confirm(screen)
  expect(await world.books(code, bill.id)).toEqual(paid)
  const page = await comeBack(result)
  expect(page).toBe(`http://${world.tenant.host}:3000/payment/status/${code}`)
  expect(await (await payer.get(`/payment/status/${code}`)).text()).toContain('Payment received')
  expect(await world.books(code, bill.id)).toEqual(paid)
})

test('a bank that declines leaves the invoice to be paid again, after FPX was asked once more', async () => {
  const { payer, bill, code, screen } = await world.toBank(12_000, 'TEST0022')
  await comeBack(await confirm(screen))
  expect(await world.books(code, bill.id)).toEqual(not('failed'))
  const retry = await payer.post(`/payment/retry/${code}`)
  expect(retry).toRedirectTo(`/payment/submit?invoice=${bill.public_code}&model=B2C`)
})

test('a company’s payment waits for the approver, who needs no browser', async () => {
  for (const [answer, end] of [
    ['00', paid],
    ['51', not('failed')],
  ] as const) {
    const { payer, bill, code, screen } = await world.toBank(12_000, 'TEST0021', 'B2B1')
    await comeBack(await confirm(screen))
    expect(await world.books(code, bill.id)).toEqual({ ...waiting, state: 'awaiting_approval' })
    expect(await (await payer.get(`/payment/status/${code}`)).text()).toContain('Waiting for your approver')
    const { order_no } = await world.attemptOf(code)
    await world.control('approve', { exchange_order_no: order_no, code: answer })
    expect(await world.books(code, bill.id)).toEqual(end)
  }
})

test('a payer who never reached the bank starts over once FPX says that it knows nothing', async () => {
  const { payer, bill, code } = await world.choose(12_000, 'TEST0021')
  await payer.get(`/payment/go/${code}`)
  const page = async () => (await payer.get(`/payment/status/${code}`)).text()
  expect(await page()).not.toContain('start-over')
  expect(await payer.post(`/payment/check/${code}`)).toRedirectTo(`/payment/status/${code}`)
  expect(await page()).toContain(`action="/payment/start-over/${code}"`)
  expect(await payer.post(`/payment/start-over/${code}`)).toRedirectTo(
    `/payment/submit?invoice=${bill.public_code}`,
  )
  expect(await world.books(code, bill.id)).toEqual(not('cancelled'))
})

test('a payer at the bank cannot start over: FPX has the payment', async () => {
  const { payer, bill, code } = await world.toBank(12_000, 'TEST0021')
  await payer.post(`/payment/check/${code}`)
  const again = await payer.post(`/payment/start-over/${code}`)
  expect(again.headers.get('location')).toMatch(/payment\/(status|submit)/)
  const { screen } = await world.toBank(12_000, 'TEST0021')
  expect(screen.status).toBe(200)
  expect((await world.books(code, bill.id)).payments).toBe(0)
})

const minute = 60_000
const hour = 60 * minute

/**
 * What stands in the books when the payer is done, after the bank's time has moved on, after FPX was asked, once and two
 * times more, and after the payer has come back.
 */
interface Ends {
  done: object
  later?: [number, object]
  asked?: object
  askedAgain?: object
  back?: object
}

/** What the sandbox plays by the sen of the amount at its bank for it. */
const scenarios: [number, string, Ends][] = [
  [1, 'browser first, direct after it', { done: unheard, later: [minute, paid] }],
  [2, 'browser only', { done: unheard, back: paid }],
  [3, 'the browser never returns', { done: paid }],
  [4, 'all callbacks lost', { done: unheard, asked: paid }],
  [5, 'direct after two minutes', { done: unheard, later: [2 * minute, paid] }],
  [7, 'direct after 25 hours', { done: unheard, later: [25 * hour, paid] }],
  [8, 'direct ten times at once', { done: paid, asked: paid }],
  [9, '00, then 09, then 80', { done: paid }],
  [10, 'pending, approved after an hour', { done: waiting, later: [hour, paid] }],
  [11, 'timed out, then approved', { done: not('timed_out'), later: [minute, paid] }],
  [12, 'FPX timed out, then approved', { done: unheard, later: [minute, paid] }],
  [13, 'pending, declined after an hour', { done: waiting, later: [hour, not('failed')] }],
  [14, 'pending for ever', { done: waiting, asked: waiting }],
  [20, 'a random checksum', { done: unheard, asked: unheard }],
  [21, 'a stranger’s key', { done: unheard, asked: unheard }],
  [22, 'blanks left out', { done: unheard, asked: unheard }],
  [23, 'changed after signing', { done: unheard, asked: unheard }],
  [24, 'SHA-256', { done: unheard, asked: unheard }],
  [25, 'a checksum too short', { done: unheard, asked: unheard }],
  [26, 'a checksum of letters', { done: unheard, asked: unheard }],
  [27, 'a checksum in lower case', { done: paid }],
  [28, 'the next certificate', { done: paid }],
  [29, 'an expired certificate', { done: unheard, asked: unheard }],
  [30, 'another amount', { done: doubtful, asked: doubtful }],
  [31, 'another seller', { done: doubtful, asked: doubtful }],
  [32, 'another exchange', { done: doubtful, asked: doubtful }],
  [33, 'another currency', { done: doubtful, asked: doubtful }],
  [34, 'an order that nobody made', { done: unheard, asked: unheard }],
  [36, 'a holder with every odd character', { done: paid }],
  [40, 'found at the third enquiry', { done: unheard, asked: unheard, askedAgain: paid }],
  [41, 'never found', { done: unheard, asked: unheard }],
  [42, 'the enquiry says ERROR', { done: unheard, asked: unheard }],
  [43, 'the enquiry never answers', { done: unheard, asked: unheard }],
  [44, 'the enquiry answers a page', { done: unheard, asked: unheard }],
  [45, 'the enquiry is unsigned', { done: unheard, asked: unheard }],
  [46, 'the enquiry has no FPX id', { done: unheard, asked: unheard }],
  [47, 'the enquiry is empty', { done: unheard, asked: unheard }],
  [48, 'the enquiry is rubbish', { done: unheard, asked: unheard }],
  [50, 'not enough money', { done: not('failed') }],
  [51, 'over the limit', { done: not('failed') }],
  [52, 'the bank went down', { done: not('failed') }],
  [53, 'the session timed out', { done: not('timed_out') }],
  [54, 'wrong details', { done: not('failed') }],
  [55, 'cancelled at TAC', { done: not('cancelled') }],
  [56, 'debited, not credited', { done: doubtful }],
  [57, 'a code in no list', { done: unheard }],
  [58, 'malfunction', { done: unheard }],
  [59, 'FPX closed', { done: not('failed') }],
]

/**
 * Of those that end alike every third, and one of each at least: what a message or an answer is worth is tried of every one
 * of them with FPX alone.
 */
const tried = Object.entries(Object.groupBy(scenarios, ([, , ends]) => JSON.stringify(ends))).flatMap(
  ([ends, alike]) => share(alike!, Math.ceil(alike!.length / 3), ends),
)

describe.each(tried)('sen %i, %s', (sen, _what, { done, later, asked, askedAgain, back }) => {
  test('ends in the right books', async () => {
    // RM1.00 of it is the fee.
    const { payer, bill, code, screen } = await world.toBank(12_000 + sen, 'LOAD001')
    const result = await confirm(screen)
    expect(await world.books(code, bill.id)).toEqual(done)
    if (later) {
      await world.control('clock', { advance_ms: String(later[0]) })
      expect(await world.books(code, bill.id)).toEqual(later[1])
    }
    if (asked) {
      await world.enquire(code)
      expect(await world.books(code, bill.id)).toEqual(asked)
    }
    if (askedAgain) {
      await world.enquire(code)
      await world.enquire(code)
      expect(await world.books(code, bill.id)).toEqual(askedAgain)
    }
    const led = await comeBack(result)
    if (back) expect(await world.books(code, bill.id)).toEqual(back)
    if (led) expect(led).toMatch(/\/payment\/(status\/|returned)/)
    const page = await payer.get(`/payment/status/${code}`)
    expect(page.status).toBe(200)
    expect(await page.text()).not.toContain('<b>/@_')
  })
})

const refused: [number, string, string][] = [
  [60, 'BB', 'failed'],
  [61, 'XW', 'failed'],
  [62, 'XC', 'failed'],
  [64, '30', 'failed'],
]

test.each(share(refused, 1, 'refused'))(
  'a request that FPX refuses (sen %i, %s) ends in a page that says so',
  async (sen, _code, state) => {
    const { bill, code, screen } = await world.toBank(12_000 + sen, 'LOAD001')
    expect(await comeBack(screen)).toBe(`http://${world.tenant.host}:3000/payment/status/${code}`)
    expect(await world.books(code, bill.id)).toEqual(not(state))
  },
)

test('the answer to another order pays that order and no other', async () => {
  const first = await world.toBank(12_000, 'TEST0021')
  await confirm(first.screen)
  const second = await world.toBank(12_035, 'LOAD001')
  await confirm(second.screen)
  expect(await world.books(first.code, first.bill.id)).toEqual(paid)
  expect(await world.books(second.code, second.bill.id)).toEqual(unheard)
})

test('after all of this not a sen is missing', async () => {
  expect(await world.tenant.read(imbalance)).toEqual({})
})
