import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { differences, verifyAc } from '../answers.ts'
import { openWorld, press, type World } from '../sandbox/test-support.ts'
import { asked, configOf, goToBank, heard, order, payAt } from './journey.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.control('reset', {})
  world.arrivals.length = 0
})

test('a payment approved at TEST0021 is told directly, then by the browser, then by enquiry', async () => {
  const ar = order(world)
  expect(await asked(world, ar)).toBe('76')

  const signIn = await goToBank(world, ar)
  expect(signIn.text).toContain('SBI BANK A')
  expect(signIn.text).toContain('no money moves')
  expect(await asked(world, ar)).toBe('76')

  const review = await press(signIn, 'Sign in')
  expect(review.text).toContain('RM 350.00')
  const result = await press(review, 'Confirm')
  expect(heard(world, ar)).toEqual(['direct 00'])

  const back = await press(result, 'Return to merchant')
  expect(back.text).toBe('status page')
  expect(heard(world, ar)).toEqual(['direct 00', 'indirect 00'])
  expect(await asked(world, ar)).toBe('00')
})

test('the answer is to what was asked: same order, amount and seller; another name, the bank spelt out', async () => {
  const ar = order(world)
  const began = Date.now()
  await payAt(world, ar)
  const result = verifyAc(configOf(world), world.arrivals[0]?.body ?? '')
  if (!result.ok) throw new Error(result.reason)
  expect(differences(result.ac, ar)).toEqual([])
  expect(result.ac).toMatchObject({
    model: 'B2C',
    amount_sen: 350_00,
    bank_code: 'TEST0021',
    bank_name: 'SBI BANK A',
    buyer_name: "N@m3()/PyN .-&B'UYER",
    credit_code: '00',
  })
  expect(result.ac.txn_id).toMatch(/^\d{16}$/)
  // in whole seconds
  const times = [Math.floor(began / 1_000) * 1_000, result.ac.txn_at!.getTime(), Date.now()]
  expect(times).toEqual(times.toSorted((one, other) => one - other))
  expect(world.arrivals[0]?.body).toContain('fpx_buyerId=&')
})

test('TEST0022 declines', async () => {
  const ar = order(world, { bank_code: 'TEST0022' })
  await press(await payAt(world, ar), 'Return to merchant')
  expect(heard(world, ar)).toEqual(['direct 51', 'indirect 51'])
})

test('TEST0023 leaves it pending and approves after a while, with no browser', async () => {
  const ar = order(world, { bank_code: 'TEST0023' })
  await press(await payAt(world, ar), 'Return to merchant')
  expect(heard(world, ar)).toEqual(['direct 09', 'indirect 09'])
  expect(await asked(world, ar)).toBe('09')
  await world.control('clock', { advance_ms: '30000' })
  expect(heard(world, ar)).toEqual(['direct 09', 'indirect 09', 'direct 00'])
  expect(await asked(world, ar)).toBe('00')
})

test('a corporate payment waits for the approver, who says yes at the approver’s page', async () => {
  const ar = order(world, { model: 'B2B1' })
  const result = await payAt(world, ar)
  await press(result, 'Return to merchant')
  expect(heard(world, ar)).toEqual(['direct 99', 'indirect 99'])

  const id = /\/b2bauth\?id=(\d{16})/.exec(result.text)?.[1] ?? ''
  const page = await fetch(`${world.url}/b2bauth?id=${id}`).then((response) => response.text())
  expect(page).toContain(ar.fpx_sellerOrderNo)
  const body = new URLSearchParams({ id, code: '00' })
  expect(await (await fetch(`${world.url}/b2bauth`, { method: 'POST', body })).text()).toContain('Done')
  expect(heard(world, ar)).toEqual(['direct 99', 'indirect 99', 'direct 00'])
  expect(await (await fetch(`${world.url}/b2bauth`, { method: 'POST', body })).text()).toContain(
    'waits for nobody',
  )
})

test('an approver may say no, or never answer', async () => {
  const [rejected, forgotten] = [order(world, { model: 'B2B1' }), order(world, { model: 'B2B1' })]
  await payAt(world, rejected)
  await payAt(world, forgotten)
  await world.control('approve', { exchange_order_no: rejected.fpx_sellerExOrderNo, code: '80' })
  await world.control('clock', { advance_ms: String(30 * 86_400_000) })
  expect(heard(world, rejected)).toEqual(['direct 99', 'direct 80'])
  expect(await asked(world, forgotten)).toBe('99')
})

test('at an ordinary bank the person chooses what happens', async () => {
  const ar = order(world, { bank_code: 'MB2U0227', amount_sen: 12_04 })
  const review = await press(await goToBank(world, ar), 'Sign in')
  expect(review.text).toContain('Approve; all callbacks are lost')
  await press(await press(review, 'Confirm', { scenario: 'decline' }), 'Return to merchant')
  expect(heard(world, ar)).toEqual(['direct 51', 'indirect 51'])
})

test('approve is the first choice', async () => {
  const ar = order(world, { bank_code: 'MB2U0227' })
  await payAt(world, ar)
  expect(heard(world, ar)).toEqual(['direct 00'])
})

test('a payer may cancel before signing in and after', async () => {
  const [early, late] = [order(world), order(world, { bank_code: 'PBB0233' })]
  await press(await press(await goToBank(world, early), 'Cancel'), 'Return to merchant')
  await press(await press(await goToBank(world, late), 'Sign in'), 'Cancel payment')
  expect(heard(world, early)).toEqual(['direct 1C', 'indirect 1C'])
  expect(heard(world, late)).toEqual(['direct 1C'])
})

test('a wrong password is refused twice and then ends the payment', async () => {
  const ar = order(world)
  let screen = await goToBank(world, ar)
  screen = await press(screen, 'Sign in', { password: '4321' })
  expect([screen.status, screen.text.includes('not correct')]).toEqual([422, true])
  screen = await press(screen, 'Sign in', { password: '4321' })
  await press(screen, 'Sign in', { password: '4321' })
  expect(heard(world, ar)).toEqual(['direct 1B'])
})

test('going back at the bank or reloading its last page changes nothing and sends the same again', async () => {
  const ar = order(world, { bank_code: 'MB2U0227' })
  const review = await press(await goToBank(world, ar), 'Sign in')
  const result = await press(review, 'Confirm', { scenario: 'approve' })
  const again = await press(review, 'Confirm', { scenario: 'decline' })
  await press(result, 'Return to merchant')
  await press(again, 'Return to merchant')
  expect(heard(world, ar)).toEqual(['direct 00', 'indirect 00', 'indirect 00'])
  expect(world.arrivals[1]?.body).toBe(world.arrivals[2]?.body)
})

test('the return page tells the browser to hide where it comes from, and needs no script', async () => {
  await payAt(world, order(world))
  const { body } = await world.control('state')
  const page = await fetch(`${world.url}/bank/${body.transactions[0].id}`)
  expect(page.headers.get('referrer-policy')).toBe('no-referrer')
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(page.headers.get('content-security-policy')).toContain(
    `form-action 'self' ${new URL(world.url).protocol}`,
  )
  expect(await page.text()).not.toContain('<script')
})
