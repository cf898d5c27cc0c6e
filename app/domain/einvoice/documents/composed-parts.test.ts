import { describe, expect, test } from 'vitest'
import { cancellationHours } from '#app/domain/core/invoicing/reported.ts'
import { ruleOn } from '../rules/rules.ts'
import {
  composedLine,
  composedPeriod,
  defaultClassification,
  lineDescription,
  type SourceLine,
} from './composed-lines.ts'
import { composedPayment, type SourcePayment } from './composed-payment.ts'

const line = (given: Partial<SourceLine> = {}): SourceLine => ({
  ...{ description: 'Yuran Januari', period_starts_on: null, period_ends_on: null },
  ...{ quantity_hundredths: 100, price_sen: 10_000, discount_sen: 0, discount_reason: null, discounts: [] },
  ...{ taxable: false, amount_sen: 10_000, tax_sen: 0, classification: '010' },
  ...given,
})

describe('a line', () => {
  const terms = { student: 'Nur Alya', rateBp: 600 }

  test('names the student, and is cut so that the name stays', () => {
    expect(lineDescription('Yuran\n\tJanuari \u0000 2026', 'Nur Alya')).toBe('Yuran Januari 2026 (Nur Alya)')
    const long = lineDescription('x'.repeat(300), 'Nur Alya')
    expect(long).toHaveLength(300)
    expect(long.endsWith('… (Nur Alya)')).toBe(true)
  })

  test('with service tax says so; without it, or for a student whom nobody taxes, it is not applicable', () => {
    const taxed = composedLine(line({ taxable: true, tax_sen: 600 }), terms)
    expect(taxed.taxes).toEqual([{ type: '02', rateBp: 600, taxableSen: 10_000, taxSen: 600 }])
    const plain = [{ type: '06', rateBp: 0, taxableSen: 10_000, taxSen: 0 }]
    expect(composedLine(line(), terms).taxes).toEqual(plain)
    expect(composedLine(line({ taxable: true }), { ...terms, rateBp: 0 }).taxes).toEqual(plain)
  })

  test('tells a discount with its reason: what a person entered, else the rules that gave it', () => {
    const less = { discount_sen: 2_500, amount_sen: 7_500 }
    const of = (given: Partial<SourceLine>) => composedLine(line({ ...less, ...given }), terms).discount
    expect(of({ discount_reason: 'Anak kakitangan' })).toEqual({ sen: 2_500, reason: 'Anak kakitangan' })
    expect(of({ discounts: ['Adik-beradik', 'Zakat'] })).toEqual({
      sen: 2_500,
      reason: 'Adik-beradik, Zakat',
    })
    expect(composedLine(line(), terms)).not.toHaveProperty('discount')
  })

  test('without a fee type is classified as others', () => {
    expect(composedLine(line({ classification: null }), terms).classifications).toEqual([
      defaultClassification,
    ])
  })
})

test('the period is that of all lines, and its frequency theirs where they agree', () => {
  const of = (...spans: [string, string][]) =>
    composedPeriod(
      spans.map(([period_starts_on, period_ends_on]) => line({ period_starts_on, period_ends_on })),
    )
  expect(of()).toBeUndefined()
  expect(of(['2026-11-01', '2026-11-30'], ['2026-12-01', '2026-12-31'])).toEqual({
    ...{ from: '2026-11-01', to: '2026-12-31', frequency: 'Monthly' },
  })
  expect(of(['2026-01-01', '2026-03-31'])!.frequency).toBe('Quarterly')
  expect(of(['2026-01-15', '2026-01-31'])!.frequency).toBe('Monthly')
  expect(of(['2026-01-01', '2026-12-31'], ['2026-01-01', '2026-01-31'])!.frequency).toBe('Others')
})

describe('how it was paid', () => {
  const bill = { issued_on: '2026-11-10', total_sen: 50_000 }
  const paid = (amount_sen: number, given: Partial<SourcePayment> = {}): SourcePayment => ({
    ...{ number: 'RCP-1', method: 'fpx', paid_on: '2026-11-12', amount_sen, rounding_sen: 0 },
    ...given,
  })

  test('a settled invoice has nothing prepaid, whenever it was paid', () => {
    expect(composedPayment([paid(50_000)], bill)).toEqual({ paymentMode: '03' })
    const early = paid(50_000, { paid_on: '2026-11-07' })
    expect(composedPayment([early], bill)).toEqual({ paymentMode: '03' })
  })

  test('a deposit of RM100.00 three days before it was issued is prepaid', () => {
    const deposit = paid(10_000, { paid_on: '2026-11-07', number: 'RCP-0', method: 'cash' })
    const prepaid = { sen: 10_000, on: '2026-11-07', reference: 'RCP-0' }
    expect(composedPayment([deposit], bill)).toEqual({ paymentMode: '01', prepaid })
    expect(composedPayment([deposit, paid(40_000)], bill)).toEqual({ paymentMode: '03', prepaid })
  })

  test('cash that was rounded says so, and nothing else does', () => {
    const cash = paid(3_183, { method: 'cash', rounding_sen: 2 })
    expect(composedPayment([cash], { ...bill, total_sen: 3_183 })).toEqual({
      ...{ paymentMode: '01', roundingSen: 2 },
    })
    expect(composedPayment([paid(3_183)], bill)).not.toHaveProperty('roundingSen')
    expect(composedPayment([], bill)).toEqual({})
  })
})

test('the rules and the invoices agree on how long an e-invoice can be cancelled', () => {
  expect(ruleOn('cancel_hours', '2026-11-29')?.value).toBe(cancellationHours)
})
