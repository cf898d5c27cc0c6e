import { describe, expect, test } from 'vitest'
import { addDays, isPlainDate } from '#app/domain/core/dates.ts'
import { consolidationOf } from './consolidation-limit.ts'
import { lineReportable, receivedReportable } from './reportable.ts'
import { linesOf, ruleNames, ruleOn } from './rules.ts'

describe('the data', () => {
  test.each(ruleNames)(
    '%s follows itself without a gap, from real days, and says where it is written',
    (name) => {
      const lines = linesOf(name)
      for (const [index, { from, to, source }] of lines.entries()) {
        expect([from, to ?? from].every(isPlainDate)).toBe(true)
        expect(to === null || from <= to).toBe(true)
        expect(source.length).toBeGreaterThan(20)
        const next = lines[index + 1]
        if (next) expect(next.from).toBe(addDays(to!, 1))
        else expect(to).toBeNull()
      }
    },
  )
})

describe('a rule is read by its day:', () => {
  test('residents without a tax number of their own, on 6 and 7 September 2026', () => {
    expect(ruleOn('resident_general_tin', '2026-09-06')).toMatchObject({ value: 'EI00000000020', sure: true })
    expect(ruleOn('resident_general_tin', '2026-09-07')).toMatchObject({
      value: 'EI00000000010',
      sure: false,
    })
  })

  test.each([
    ['company_needs_brn', '2026-07-31', '2026-08-01', true],
    ['no_empty_dates', '2026-08-14', '2026-08-15', true],
    ['passport_length', '2026-10-22', '2026-10-23', 12],
    ['amount_digits', '2026-10-22', '2026-10-23', 26],
    ['education_tax', '2025-06-30', '2025-07-01', { rateBp: 600, aboveSen: 6_000_000 }],
    ['consolidation_limit_sen', '2025-12-31', '2026-01-01', 1_000_000],
    ['statutory_other_income', '2025-06-30', '2025-07-01', true],
  ] as const)('%s begins', (name, before, from, value) => {
    expect(ruleOn(name, before)).toBeUndefined()
    expect(ruleOn(name, from)?.value).toEqual(value)
  })

  test('days and hours', () => {
    const on = '2026-11-29'
    expect(ruleOn('consolidation_due_days', on)?.value).toBe(7)
    for (const name of ['cancel_hours', 'submission_hours', 'outage_hours'] as const)
      expect(ruleOn(name, on)?.value).toBe(72)
  })
})

describe('RM10,000', () => {
  const invoice = (totalSen: number, paymentsSen: number[] = []) =>
    ({ totalSen, paymentsSen, basis: 'invoice' }) as const
  const on = '2026-11-29'

  test('exactly may be consolidated, and somebody looks; a sen more may not', () => {
    expect(consolidationOf(invoice(999_999), on, null)).toEqual({ allowed: true, warning: null })
    expect(consolidationOf(invoice(1_000_000), on, null)).toEqual({ allowed: true, warning: 'at_limit' })
    const refused = { allowed: false, limitSen: 1_000_000, since: '2026-01-01' }
    expect(consolidationOf(invoice(1_000_001), on, null)).toEqual(refused)
    expect(consolidationOf(invoice(1_000_001), '2025-12-31', null)).toEqual({ allowed: true, warning: null })
  })

  test('is compared with the invoice, unless payments are chosen', () => {
    const paid = invoice(1_200_000, [600_000, 600_000])
    expect(consolidationOf(paid, on, null)).toMatchObject({ allowed: false })
    expect(consolidationOf({ ...paid, basis: 'payment' }, on, null)).toEqual({ allowed: true, warning: null })
    const unpaid = { ...invoice(1_200_000), basis: 'payment' } as const
    expect(consolidationOf(unpaid, on, null)).toMatchObject({ allowed: false })
  })

  test('is no limit while the organisation is relaxed, up to the last day', () => {
    const until = '2027-12-31'
    const relaxed = { allowed: true, warning: 'relaxed', until }
    expect(consolidationOf(invoice(1_200_000), on, until)).toEqual(relaxed)
    expect(consolidationOf(invoice(1_200_000), until, until)).toEqual(relaxed)
    expect(consolidationOf(invoice(1_200_000), '2028-01-01', until)).toMatchObject({ allowed: false })
  })
})

describe('not reported, and why:', () => {
  test('of an invoice, only a deposit that is given back', () => {
    expect(lineReportable({ kind: 'deposit', refundable: true })).toMatchObject({ reason: 'deposit' })
    expect(lineReportable({ kind: 'deposit', refundable: false })).toEqual({ reportable: true })
    expect(lineReportable({ kind: 'tuition', refundable: true })).toEqual({ reportable: true })
    expect(lineReportable({ kind: null, refundable: false })).toEqual({ reportable: true })
  })

  test('of the rest, zakat and money that families have here always, gifts unless approved', () => {
    const [approved, plain] = [{ approvedDonations: true }, { approvedDonations: false }]
    expect(receivedReportable('zakat', approved)).toMatchObject({ reason: 'zakat' })
    expect(receivedReportable('infaq', plain)).toMatchObject({ reason: 'donation' })
    expect(receivedReportable('infaq', approved)).toEqual({ reportable: true })
    expect(receivedReportable('overpayment', approved)).toMatchObject({ reason: 'overpayment' })
    expect(receivedReportable('family_credit', approved)).toMatchObject({ reason: 'overpayment' })
  })
})
