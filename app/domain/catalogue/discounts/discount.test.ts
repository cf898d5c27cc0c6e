import { describe, expect, test } from 'vitest'
import { typedAmounts } from '#app/domain/core/money.ts'
import { discountForm, typedInDiscount, valueWords } from './discount.ts'

const sent = { code: 'd1', name: 'Diskaun', priority: 0, type: 'manual', method: 'percent' }
const faults = (given: object) =>
  Object.fromEntries(
    (discountForm.safeParse({ ...sent, ...given }).error?.issues ?? []).map(({ path, message }) => [
      path.join('.'),
      message,
    ]),
  )

describe('the form', () => {
  test('wants one value, a percentage or an amount, as the method says', () => {
    expect(faults({ percent_bp: '12.5' })).toEqual({})
    expect(faults({ method: 'fixed', amount_sen: '50' })).toEqual({})
    expect(faults({})).toEqual({ percent_bp: 'input.required' })
    expect(faults({ method: 'fixed' })).toEqual({ amount_sen: 'input.required' })
    expect(faults({ percent_bp: '10', amount_sen: '50' })).toEqual({ amount_sen: 'discount.not_of_type' })
    expect(faults({ percent_bp: '0' })).toEqual({ percent_bp: 'input.amount_below|{"min":"0.01%"}' })
    expect(faults({ percent_bp: '100.01' })).toEqual({ percent_bp: 'input.percent' })
  })

  test('wants of brothers and sisters the percentages by child, and of nobody else', () => {
    const tiers = { second_child_bp: '10', third_child_bp: '15', fourth_child_bp: '20' }
    expect(faults({ type: 'sibling', ...tiers })).toEqual({})
    expect(faults({ type: 'sibling' })).toEqual({ second_child_bp: 'input.required' })
    expect(faults({ type: 'sibling', ...tiers, percent_bp: '5' })).toEqual({
      percent_bp: 'discount.not_of_type',
    })
    expect(faults({ type: 'sibling', ...tiers, method: 'fixed' })).toEqual({
      method: 'discount.sibling_percent',
    })
    expect(faults({ percent_bp: '10', third_child_bp: '15' })).toEqual({
      third_child_bp: 'discount.not_of_type',
    })
  })

  test('wants the days of an early payment and the number of subjects where they count, and only there', () => {
    expect(faults({ type: 'early', percent_bp: '5' })).toEqual({ days_early: 'input.required' })
    expect(faults({ type: 'early', percent_bp: '5', days_early: 7 })).toEqual({})
    expect(faults({ type: 'multi_subject', percent_bp: '5' })).toEqual({ from_subjects: 'input.required' })
    expect(faults({ type: 'multi_subject', percent_bp: '5', from_subjects: 3 })).toEqual({})
    expect(faults({ percent_bp: '5', days_early: 7, from_subjects: 3 })).toEqual({
      days_early: 'discount.not_of_type',
      from_subjects: 'discount.not_of_type',
    })
  })

  test('is given by income only as a subsidy', () => {
    expect(faults({ type: 'subsidy', percent_bp: '5', by_income: true })).toEqual({})
    expect(faults({ type: 'scholarship', percent_bp: '5', by_income: true })).toEqual({
      by_income: 'discount.not_of_type',
    })
  })

  test('does not end before it begins', () => {
    const from = { percent_bp: '5', valid_from: '2026-02-01' }
    expect(faults({ ...from, valid_to: '2026-01-31' })).toEqual({ valid_to: 'discount.ends_before_start' })
    expect(faults({ ...from, valid_to: '2026-02-01' })).toEqual({})
  })
})

test('its value is said as people read it, and typed as it was', () => {
  const none = { percent_bp: null, amount_sen: null, max_amount_sen: null }
  const nobody = { second_child_bp: null, third_child_bp: null, fourth_child_bp: null }
  const siblings = { ...none, second_child_bp: 1_000, third_child_bp: 1_550, fourth_child_bp: null }
  expect(valueWords({ type: 'manual', ...none, ...nobody, percent_bp: 1_250 })).toBe('12.5%')
  expect(valueWords({ type: 'manual', ...none, ...nobody, amount_sen: 5_000 })).toBe('RM50.00')
  expect(valueWords({ type: 'sibling', ...siblings })).toBe('10%, 15.5%')
  expect(typedAmounts(siblings, typedInDiscount)).toMatchObject({
    second_child_bp: '10.00',
    third_child_bp: '15.50',
  })
})
