import { expect, test } from 'vitest'
import { type EarlyLine, type EarlyRule, earlyDiscounts } from './early-discount.ts'

const rule = (given: Partial<EarlyRule> = {}): EarlyRule => ({
  ...{ id: 'rule', code: 'EARLY', name: 'Bayar awal', percent_bp: 500, amount_sen: null },
  ...{ max_amount_sen: null, stackable: true },
  ...given,
})
const line = (given: Partial<EarlyLine> = {}): EarlyLine => ({
  ...{
    id: 'line',
    description: 'Yuran',
    amount_sen: 10_000,
    tax_sen: 0,
    credited_sen: 0,
    credited_tax_sen: 0,
  },
  ...{ discount_sen: 0, is_whole: false },
  ...given,
})

test.each<[string, Partial<EarlyRule>, Partial<EarlyLine>, [number, number] | null]>([
  ['a percentage of what is charged', {}, {}, [500, 0]],
  ['rounded half up', { percent_bp: 50 }, { amount_sen: 100 }, [1, 0]],
  ['of one sen nothing', {}, { amount_sen: 1 }, null],
  ['with its share of the tax', {}, { tax_sen: 600 }, [500, 30]],
  ['of what notes have left', {}, { credited_sen: 6_000 }, [200, 0]],
  ['never more than its rule gives at most', { max_amount_sen: 300 }, {}, [300, 0]],
  ['a fixed amount', { percent_bp: null, amount_sen: 700 }, {}, [700, 0]],
  [
    'a fixed amount, no more than the line',
    { percent_bp: null, amount_sen: 700 },
    { amount_sen: 250 },
    [250, 0],
  ],
  [
    'no more than half of the price with its discounts',
    { percent_bp: 2_000 },
    { amount_sen: 5_500, discount_sen: 4_500 },
    [500, 0],
  ],
  [
    'half of an odd price without its last sen',
    { percent_bp: 2_000 },
    { amount_sen: 5_501, discount_sen: 4_500 },
    [500, 0],
  ],
  ['nothing where half is gone', {}, { amount_sen: 4_000, discount_sen: 6_000 }, null],
  [
    'all the same where all may be lowered',
    {},
    { amount_sen: 4_000, discount_sen: 6_000, is_whole: true },
    [200, 0],
  ],
  ['nothing beside others, if it does not add up', { stackable: false }, { discount_sen: 1 }, null],
  ['alone, if it does not add up', { stackable: false }, {}, [500, 0]],
])('gives %s', (_, ofRule, ofLine, expected) => {
  const taken = earlyDiscounts(rule(ofRule), [line(ofLine)])
  expect(taken.map(({ amount_sen, tax_sen }) => [amount_sen, tax_sen])).toEqual(expected ? [expected] : [])
})
