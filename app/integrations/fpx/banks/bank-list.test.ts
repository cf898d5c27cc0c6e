import { expect, test } from 'vitest'
import type { BankListOutcome } from '#app/integrations/fpx/client.ts'
import type { FpxConfig } from '#app/integrations/fpx/config.ts'
import type { Model } from '#app/integrations/fpx/fields.ts'
import { createBankLists } from './bank-list.ts'

const config = { url: 'http://fpx.test', exchangeId: 'EX00000000' } as FpxConfig
const MINUTE = 60_000
const good = (...codes: string[]): BankListOutcome => ({
  kind: 'answer',
  banks: codes.map((code) => ({ code, online: true })),
  fingerprint: '',
  body: '',
})
const silent: BankListOutcome = { kind: 'unknown', why: 'timeout', detail: '', body: null }

function world(...outcomes: (BankListOutcome | Promise<BankListOutcome> | Error)[]) {
  let time = 0
  const asked: Model[] = []
  const lists = createBankLists({
    patienceMs: 5,
    now: () => time,
    fetchList: async (_, model) => {
      asked.push(model)
      const outcome = outcomes.shift() ?? silent
      if (outcome instanceof Error) throw outcome
      return outcome
    },
  })
  return {
    asked,
    get: (model: Model = 'B2C') => lists.get(config, model),
    pass: (ms: number) => {
      time += ms
    },
  }
}

test('a list is fresh for three minutes, each model for itself', async () => {
  const { get, pass, asked } = world(good('A'), good('B'), good('C'))
  expect(await get()).toMatchObject({
    banks: [{ code: 'A' }],
    fetched_at: new Date(0),
    stale: false,
    why: null,
  })
  expect(await get('B2B1')).toMatchObject({ banks: [{ code: 'B' }] })
  pass(3 * MINUTE - 1)
  expect((await get()).banks).toMatchObject([{ code: 'A' }])
  pass(1)
  expect(await get()).toMatchObject({ banks: [{ code: 'C' }], fetched_at: new Date(3 * MINUTE) })
  expect(asked).toEqual(['B2C', 'B2B1', 'B2C'])
})

test('when FPX falls silent the last good list stays, with its time, and FPX is not pressed', async () => {
  const { get, pass, asked } = world(good('A'), silent, good('B'))
  await get()
  pass(4 * MINUTE)
  const old = { banks: [{ code: 'A' }], fetched_at: new Date(0), stale: true, why: 'timeout' }
  expect(await get()).toMatchObject(old)
  expect(await get()).toMatchObject(old)
  expect(asked).toHaveLength(2)
  pass(15_000)
  expect(await get()).toMatchObject({ banks: [{ code: 'B' }], stale: false, why: null })
})

test('with no list ever, none is invented', async () => {
  expect(await world(silent).get()).toEqual({ banks: [], fetched_at: null, stale: true, why: 'timeout' })
})

test('many pages at once ask once', async () => {
  const { get, asked } = world(good('A'), good('B'))
  await Promise.all([get(), get(), get()])
  expect(asked).toHaveLength(1)
})

test('a slow FPX does not hold up a page that has an older list to show', async () => {
  let answer: (outcome: BankListOutcome) => void = () => {}
  const slow = new Promise<BankListOutcome>((resolve) => {
    answer = resolve
  })
  const { get, pass, asked } = world(good('A'), slow)
  await get()
  pass(4 * MINUTE)
  expect(await get()).toMatchObject({ banks: [{ code: 'A' }], stale: true, why: null })
  answer(good('B'))
  await slow
  expect(await get()).toMatchObject({ banks: [{ code: 'B' }], stale: false })
  expect(asked).toHaveLength(2)
})

test('a key that cannot sign is told apart and breaks nothing', async () => {
  expect(await world(new TypeError('no key')).get()).toMatchObject({ banks: [], why: 'config' })
})
