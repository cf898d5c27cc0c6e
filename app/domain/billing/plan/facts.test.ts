import { describe, expect, test } from 'vitest'
import { newId } from '#db/id.ts'
import { type LineFacts, recalculated } from './facts.ts'

const facts = (given: Partial<LineFacts> = {}): LineFacts => ({
  ...{ enrolment_id: newId(), usual_sen: 10_001, own: null, share: null, discounts: [], capped: false },
  tax: null,
  ...given,
})
const less = (sen: number): LineFacts['discounts'][number] => ({
  ...{ discount_id: newId(), student_discount_id: null, code: 'D', name: 'Diskaun', type: 'manual', sen },
  ...{ percent_bp: 1_000, fixed_sen: null, sponsor: null, child: null, decided_by: null, reason: null },
})
const written = (price_sen: number, amount_sen: number, given: object = {}) => ({
  ...{ quantity_hundredths: 100, price_sen, discount_sen: 0, tax_sen: 0, amount_sen },
  ...given,
})

describe('a recalculated amount', () => {
  test('begins with the standard price, or with the student’s own', () => {
    expect(recalculated(facts(), written(10_001, 10_001)).agrees).toBe(true)
    const own = facts({ own: { sen: 0, reason: 'Dipersetujui' } })
    expect(recalculated(own, written(0, 0))).toMatchObject({ unit_sen: 0, agrees: true })
  })

  test('is prorated, rounded half up, times the quantity, less the discounts, with the tax', () => {
    const half = { by: 'day', counted: 1, of: 2, from: '2026-03-16' } as const
    const whole = facts({
      ...{ share: half, discounts: [less(2), less(300)] },
      tax: { rate_bp: 600, scope: 'all' },
    })
    const line = written(5_001, 9_700, { quantity_hundredths: 200, discount_sen: 302, tax_sen: 582 })
    expect(recalculated(whole, line)).toMatchObject({
      ...{ price_sen: 5_001, gross_sen: 10_002, discount_sen: 302, amount_sen: 9_700, tax_sen: 582 },
      agrees: true,
    })
  })

  test.each([
    ['price', { price_sen: 10_000 }],
    ['discount', { discount_sen: 1 }],
    ['amount', { amount_sen: 10_000 }],
    ['tax', { tax_sen: 1 }],
    ['quantity', { quantity_hundredths: 101 }],
  ])('says so when the written %s is another', (_, wrong) => {
    expect(recalculated(facts(), { ...written(10_001, 10_001), ...wrong }).agrees).toBe(false)
  })
})
