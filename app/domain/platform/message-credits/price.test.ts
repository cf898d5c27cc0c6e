import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { creditsFor, isTopUp, mostTopUpSen, offeredSen, topUpStepSen } from './price.ts'
import { topUpForm } from './top-up-form.ts'

describe('what a top-up buys', () => {
  test.each([
    [100_00, 1_000, 0],
    [400_00, 4_000, 0],
    [500_00, 5_250, 250],
    [900_00, 9_450, 450],
    [1_000_00, 11_000, 1_000],
    [10_000_00, 110_000, 10_000],
  ])('%i sen: %i credits, %i of them a bonus', (sen, credits, bonus) => {
    expect(creditsFor(sen)).toEqual({ credits, bonus })
  })

  test('never fewer for more, and whole credits', () => {
    const hundreds = fc.integer({ min: 1, max: mostTopUpSen / topUpStepSen - 1 })
    fc.assert(
      fc.property(hundreds, (n) => {
        const [less, more] = [creditsFor(n * topUpStepSen), creditsFor((n + 1) * topUpStepSen)]
        return Number.isInteger(less.credits) && more.credits >= less.credits + 1_000
      }),
    )
  })

  test.each([0, 1, 50_00, 99_99, 150_00, 100_01, 10_100_00, -100_00])('%i sen is not sold', (sen) => {
    expect(isTopUp(sen)).toBe(false)
    expect(() => creditsFor(sen)).toThrow(RangeError)
  })

  test('the page offers only what is sold', () => {
    expect(offeredSen.every(isTopUp)).toBe(true)
  })
})

describe('the form of a top-up', () => {
  const key = '0198f000-0000-7000-8000-000000000001'
  const read = (amount: string) => topUpForm.safeParse({ amount, form_key: key })

  test.each([
    ['100', 100_00],
    ['RM500', 500_00],
    ['1,000.00', 1_000_00],
    ['10000', 10_000_00],
  ])('takes %s', (typed, sen) => {
    expect(read(typed).data?.amount).toBe(sen)
  })

  test.each([
    ['150', 'input.hundreds'],
    ['99.99', 'input.hundreds'],
    ['0', 'input.hundreds'],
    ['100.50', 'input.hundreds'],
    ['10100', 'input.amount_above|{"max":"RM10,000.00"}'],
    ['10050', 'input.hundreds'],
    ['-100', 'input.amount_negative'],
    ['seratus', 'input.amount'],
    ['', 'input.amount'],
  ])('refuses %s', (typed, code) => {
    expect(read(typed).error?.issues).toMatchObject([{ path: ['amount'], message: code }])
  })
})
