import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createBankLists } from '#app/integrations/fpx/banks/bank-list.ts'
import { bankChoices } from '#app/integrations/fpx/banks/banks.ts'
import { enquire, fetchBankList } from '../client.ts'
import { buildAe } from '../messages.ts'
import { form, openWorld, type World } from '../sandbox/test-support.ts'
import { asked, configOf, goToBank, heard, order, orderBySen, payAt } from './journey.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.control('reset', {})
  await world.control('bank_list', { mode: 'ok' })
})

test.each([
  [40, 'late', ['76', '76', '00', '00']],
  [41, 'never', ['76', '76', '76']],
  [42, 'ERROR', ['error_body', 'error_body']],
  [43, 'silence', ['timeout']],
  [44, 'a page', ['html']],
  [45, 'an unsigned answer', ['unsigned']],
  [46, 'a blank FPX id', ['blank_id']],
  [47, 'an empty body', ['empty']],
  [48, 'rubbish', ['missing_field']],
])('sen %i: with every callback lost, the enquiry gets %s', async (sen, _, story) => {
  const ar = orderBySen(world, sen)
  expect((await payAt(world, ar)).text).toContain('connection was lost')
  expect(heard(world, ar)).toEqual([])
  const told: string[] = []
  // only what is to be given up is given up soon: a busy machine may take its time for all others
  for (const word of story) told.push(await asked(world, ar, word === 'timeout' ? 300 : undefined))
  expect(told).toEqual(story)
})

test('an enquiry that does not repeat the request value for value is found out', async () => {
  const ar = order(world)
  await payAt(world, ar)
  expect(await asked(world, { ...ar, fpx_buyerBankId: ar.fpx_buyerId })).toBe('XE')
  expect(await asked(world, { ...ar, fpx_buyerEmail: '' })).toBe('XE')
  expect(await asked(world, ar)).toBe('00')
})

test('an enquiry signed by a stranger, or from an exchange that nobody knows, is answered ERROR', async () => {
  const ar = order(world)
  await payAt(world, ar)
  expect(await asked(world, { ...ar, fpx_sellerExId: 'EX00000009' })).toBe('error_body')
  const ae = buildAe(configOf(world), ar)
  const url = `${world.url}/FPXMain/sellerNVPTxnStatus.jsp`
  expect((await (await fetch(url, form({ ...ae, fpx_checkSum: 'AB'.repeat(256) }))).text()).trim()).toBe(
    'ERROR',
  )
  expect((await (await fetch(url, { method: 'POST', body: '{}' })).text()).trim()).toBe('ERROR')
})

test('an enquiry gives the raw body for the log', async () => {
  const ar = order(world)
  await payAt(world, ar)
  const outcome = await enquire(configOf(world), ar)
  expect(outcome.body).toMatch(/^\n\nfpx_/)
})

test('the bank list of each model, as the payer sees it', async () => {
  const outcome = await fetchBankList(configOf(world), 'B2C')
  if (outcome.kind !== 'answer') throw new Error(outcome.why)
  const choices = bankChoices('B2C', outcome.banks, 'uat')
  expect(choices.every(({ known }) => known)).toBe(true)
  expect(choices.filter(({ online }) => !online).map(({ name }) => name)).toEqual([
    'Bank Of China',
    'Citibank',
  ])
  expect(choices.filter(({ test }) => test).map(({ code }) => code)).toEqual([
    'TEST0021',
    'TEST0022',
    'TEST0023',
    'LOAD001',
  ])

  const corporate = await fetchBankList(configOf(world), 'B2B1')
  if (corporate.kind !== 'answer') throw new Error(corporate.why)
  expect(bankChoices('B2B1', corporate.banks, 'uat').every(({ known }) => known)).toBe(true)
})

test.each([
  ['empty', 'empty_list'],
  ['error', 'error_body'],
  ['html', 'html'],
  ['timeout', 'timeout'],
  ['bad_signature', 'signature'],
])('bank list %s tells nothing', async (mode, why) => {
  await world.control('bank_list', { mode })
  const patience = why === 'timeout' ? { timeoutMs: 300 } : {}
  expect(await fetchBankList(configOf(world), 'B2C', patience)).toMatchObject({
    kind: 'unknown',
    why,
  })
})

test('a bank that the client has never heard of is in the list', async () => {
  await world.control('bank_list', { mode: 'unknown_code' })
  const outcome = await fetchBankList(configOf(world), 'B2C')
  if (outcome.kind !== 'answer') throw new Error(outcome.why)
  expect(bankChoices('B2C', outcome.banks, 'uat').find(({ known }) => !known)).toMatchObject({
    code: 'NEWB0001',
  })
})

test('when FPX stops answering, the last good list is shown with its time', async () => {
  let time = Date.now()
  const lists = createBankLists({ now: () => time })
  const first = await lists.get(configOf(world), 'B2C')
  await world.control('bank_list', { mode: 'error' })
  time += 600_000
  expect(await lists.get(configOf(world), 'B2C')).toEqual({ ...first, stale: true, why: 'error_body' })
})

test('a bank that goes down between list and payment is refused with BB, and can come up again', async () => {
  const bank = { model: '01', code: 'MB2U0227' }
  await world.control('banks', { ...bank, status: 'B' })
  expect((await goToBank(world, order(world, { bank_code: 'MB2U0227' }))).text).toContain('Code BB')
  await world.control('banks', { ...bank, status: 'A' })
  expect((await goToBank(world, order(world, { bank_code: 'MB2U0227' }))).text).toContain('Sign in')
})
