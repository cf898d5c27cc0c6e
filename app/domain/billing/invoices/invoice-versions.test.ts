import { expect, test } from 'vitest'
import { isSameLine, pairLines, type VersionItem } from '#app/domain/billing/invoices/invoice-versions.ts'

const line = (description: string, given: Partial<VersionItem> = {}): VersionItem => ({
  ...{
    description,
    subject_fee_id: null,
    period_starts_on: null,
    quantity_hundredths: 100,
    price_sen: 5_000,
  },
  ...{ discount_sen: 0, discount_reason: null, tax_sen: 0, amount_sen: 5_000 },
  ...given,
})
const told = (pairs: ReturnType<typeof pairLines>) =>
  pairs.map(({ before, after }) => [before?.description ?? null, after?.description ?? null])

test('pairs what is called the same wherever it stands, and lets the rest stand alone', () => {
  const before = [line('Buku'), line('Baju'), line('Buku', { price_sen: 7_000 })]
  const after = [line('Bas'), line('Buku', { price_sen: 6_000 })]
  expect(told(pairLines(before, after))).toEqual([
    ['Buku', 'Buku'],
    ['Baju', null],
    ['Buku', null],
    [null, 'Bas'],
  ])
})

test('knows the fee of a class by its period, under whatever words', () => {
  const fee = (description: string, period_starts_on: string) =>
    line(description, { subject_fee_id: 'fee', period_starts_on })
  const before = [fee('Mac', '2026-03-01'), fee('April', '2026-04-01')]
  const after = [fee('Yuran April', '2026-04-01'), fee('Yuran Mac', '2026-03-01')]
  expect(told(pairLines(before, after))).toEqual([
    ['Mac', 'Yuran Mac'],
    ['April', 'Yuran April'],
  ])
})

test.each([
  ['description', 'Bas'],
  ['quantity_hundredths', 200],
  ['price_sen', 1],
  ['discount_sen', 1],
  ['discount_reason', 'Ihsan'],
  ['tax_sen', 1],
  ['amount_sen', 1],
])('a line with another %s is not the same', (key, value) => {
  const before = line('Buku')
  expect(isSameLine({ before, after: line('Buku') })).toBe(true)
  expect(isSameLine({ before, after: { ...before, [key]: value } })).toBe(false)
  expect(isSameLine({ before, after: null })).toBe(false)
})
