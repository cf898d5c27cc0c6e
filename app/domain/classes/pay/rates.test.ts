import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DatedRate, dueLines, type Rates, rateOn, sessionPay } from './rates.ts'

const piano = 'a'
const guitar = 'b'
const rate = (given: Partial<DatedRate> = {}): DatedRate => ({
  ...{ subject_id: null, pay_type: 'hour', rate_sen: 4_000, starts_on: '2026-01-01', ends_on: null },
  ...given,
})
const usual = { pay_type: 'session', rate_sen: 5_000 } as const

describe('the rate of a session', () => {
  const rates: Rates = {
    usual,
    dated: [
      rate({ rate_sen: 4_000, ends_on: '2026-06-30' }),
      rate({ rate_sen: 4_500, starts_on: '2026-03-01', ends_on: '2026-06-30' }),
      rate({ subject_id: piano, rate_sen: 6_000, starts_on: '2026-02-10', ends_on: '2026-04-30' }),
    ],
  }
  test.each([
    ['2026-01-31', guitar, 4_000],
    ['2026-02-28', guitar, 4_000],
    ['2026-03-01', guitar, 4_500],
    ['2026-02-09', piano, 4_000],
    ['2026-02-10', piano, 6_000],
    ['2026-04-30', piano, 6_000],
    ['2026-05-01', piano, 4_500],
    ['2026-07-01', piano, 5_000],
    ['2025-12-31', piano, 5_000],
  ])('on %s in class %s is %i', (on, subject, sen) => {
    expect(rateOn(rates, on, subject)?.rate_sen).toBe(sen)
  })

  test('is none where nothing was agreed, also not one that was taken back', () => {
    const taken = rate({ starts_on: '2026-03-01', ends_on: '2026-02-28' })
    expect(rateOn({ usual: null, dated: [taken] }, '2026-03-01', piano)).toBeNull()
  })
})

describe('the pay of a session', () => {
  test.each([
    [4_000, 60, 4_000],
    [4_000, 90, 6_000],
    [4_999, 50, 4_166],
    [3_333, 15, 833],
    [4_001, 30, 2_001],
    [1, 29, 0],
    [1, 30, 1],
  ])('by hour at %i for %i minutes is rounded half up to %i', (rate_sen, minutes, sen) => {
    expect(sessionPay({ pay_type: 'hour', rate_sen }, minutes)).toBe(sen)
  })

  test('never differs from the exact amount by more than half a sen', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.integer({ min: 15, max: 480 }), (rate_sen, minutes) => {
        const sen = sessionPay({ pay_type: 'hour', rate_sen }, minutes)
        const off = 2 * (sen * 60 - rate_sen * minutes)
        expect(off > -60 && off <= 60).toBe(true)
      }),
    )
  })

  test('by session is the rate, in a monthly rate nothing', () => {
    expect(sessionPay(usual, 480)).toBe(5_000)
    expect(sessionPay({ pay_type: 'month', rate_sen: 200_000 }, 60)).toBe(0)
  })
})

describe('the lines of a month', () => {
  const session = (id: string, held_on: string, subject_id = piano, minutes = 60) => {
    return { id, held_on, subject_id, minutes }
  }

  test('pay a monthly rate once, also without a session, if it counts on the last day', () => {
    const monthly = rate({ pay_type: 'month', rate_sen: 200_000 })
    const pays = (one: DatedRate, sessions = [session('1', '2026-02-02')]) =>
      dueLines('2026-02-01', { usual: null, dated: [one] }, sessions).lines.map(({ kind, amount_sen }) => [
        kind,
        amount_sen,
      ])
    expect(pays(monthly, [])).toEqual([['month', 200_000]])
    expect(pays(monthly)).toEqual([
      ['month', 200_000],
      ['session', 0],
    ])
    expect(pays({ ...monthly, starts_on: '2026-02-28' }, [])).toEqual([['month', 200_000]])
    expect(pays({ ...monthly, ends_on: '2026-02-27' }, [])).toEqual([])
    expect(pays({ ...monthly, subject_id: guitar }, [])).toEqual([['month', 200_000]])
  })

  test('pay a class by its own rate beside the monthly one for all', () => {
    const dated = [rate({ pay_type: 'month', rate_sen: 100_000 }), rate({ subject_id: piano })]
    const { lines } = dueLines('2026-02-01', { usual, dated }, [
      session('1', '2026-02-02', piano, 90),
      session('2', '2026-02-03', guitar),
    ])
    expect(lines.map(({ session_id, amount_sen }) => [session_id, amount_sen])).toEqual([
      [null, 100_000],
      ['1', 6_000],
      ['2', 0],
    ])
  })

  test('pay the monthly rate for all once, whatever rates classes had or will have', () => {
    const monthly = rate({ pay_type: 'month', rate_sen: 100_000 })
    const over = rate({ subject_id: piano, ends_on: '2026-01-31' })
    const later = rate({ subject_id: guitar, starts_on: '2026-03-01' })
    const { lines } = dueLines('2026-02-01', { usual: null, dated: [monthly, over, later] }, [])
    expect(lines.map(({ subject_id, amount_sen }) => [subject_id, amount_sen])).toEqual([[null, 100_000]])
  })

  test('name the sessions for which nothing was agreed', () => {
    const { lines, unpriced } = dueLines('2026-02-01', { usual: null, dated: [] }, [
      session('1', '2026-02-02'),
    ])
    expect([lines, unpriced.map(({ id }) => id)]).toEqual([[], ['1']])
  })
})
