/**
 * The law of e-invoicing as dated data: a change of the law is one more line here. Days are plain dates in Malaysia. `source`
 * says where a rule is written; `sure: false` marks what was only read second-hand, so that pages tell people to ask.
 */

/** Revenue of a year, from the lowest up. */
export const turnoverBands = ['below_1m', 'to_5m', 'to_25m', 'to_100m', 'above_100m'] as const
export type TurnoverBand = (typeof turnoverBands)[number]

export interface Dated<V> {
  /** First day on which it holds. */
  from: string
  /** Last day; null while no end is known. */
  to: string | null
  source: string
  sure: boolean
  value: V
}

/** From which day a business of this revenue in 2022 issues e-invoices. */
export type Phases = Record<Exclude<TurnoverBand, 'below_1m'>, string>

/** Until which day a business of this revenue may report everything consolidated; its first day is that of its phase. */
export type Relaxations = Partial<Record<TurnoverBand, string>>

/** Service tax in hundredths of a percent on what a student's fees of one year exceed. */
export interface EducationTax {
  rateBp: number
  aboveSen: number
}

interface Rules {
  /** Below this revenue of a year nothing is owed. */
  exemption_below_sen: number
  phases: Phases
  /** Of a business that was below the exemption in 2022, or began after it, and passed it by 2025. */
  late_start: { reachedUntil: number; start: string }
  /** Full years between the year in which the exemption was passed and the first day. */
  second_year: { yearsAfter: number }
  relaxations: Relaxations
  /** A single sale of more than this is reported by itself. */
  consolidation_limit_sen: number
  /** Days of the following month within which a consolidated e-invoice is submitted. */
  consolidation_due_days: number
  /** After the portal's validation, for cancelling and rejecting. */
  cancel_hours: number
  /** Between the time that a document bears and its arrival. */
  submission_hours: number
  /** After an outage of the portal. */
  outage_hours: number
  /** The general tax number of permanent residents and MyKAS holders who have none of their own. */
  resident_general_tin: string
  /** NA as registration number is only taken beside a general tax number. */
  company_needs_brn: true
  /** An optional date or time is left out, never empty. */
  no_empty_dates: true
  passport_length: number
  amount_digits: number
  education_tax: EducationTax
  /** Where statutory bodies and local authorities lost their exemption for whatever is no function under a written law. */
  statutory_other_income: true
}
export type RuleName = keyof Rules

const sen = (ringgit: number) => ringgit * 100

const rules: { [N in RuleName]: readonly Dated<Rules[N]>[] } = {
  exemption_below_sen: [
    {
      ...{ from: '2024-08-01', to: null, sure: true, value: sen(1_000_000) },
      source: 'LHDN e-Invoice Guideline 4.6, 1.6: below RM1 million a year',
    },
  ],
  phases: [
    {
      ...{ from: '2024-08-01', to: null, sure: true },
      source: 'LHDN e-Invoice Guideline 4.6, 1.5: by revenue of the year of assessment 2022',
      value: {
        above_100m: '2024-08-01',
        to_100m: '2025-01-01',
        to_25m: '2025-07-01',
        to_5m: '2026-01-01',
      },
    },
  ],
  late_start: [
    {
      ...{ from: '2024-08-01', to: null, sure: true },
      source: 'LHDN e-Invoice General FAQ, May 2026, 90-98: RM1 million reached from 2023 to 2025',
      value: { reachedUntil: 2025, start: '2026-07-01' },
    },
  ],
  second_year: [
    {
      ...{ from: '2024-08-01', to: null, sure: true },
      source: 'LHDN e-Invoice General FAQ, May 2026, 11-13: from 1 January of the second year after',
      value: { yearsAfter: 2 },
    },
  ],
  relaxations: [
    {
      ...{ from: '2024-08-01', to: null, sure: false },
      source: 'LHDN Specific Guideline 4.8 and 16.1; a press release of January 2026 said 31 Dec 2026',
      value: {
        above_100m: '2025-01-31',
        to_100m: '2025-06-30',
        to_25m: '2025-12-31',
        to_5m: '2027-12-31',
        below_1m: '2027-12-31',
      },
    },
  ],
  consolidation_limit_sen: [
    {
      ...{ from: '2026-01-01', to: null, sure: true, value: sen(10_000) },
      source: 'LHDN Specific Guideline 4.8, table 3.6, 7: a transaction exceeding RM10,000',
    },
  ],
  consolidation_due_days: [
    {
      ...{ from: '2024-08-01', to: null, sure: true, value: 7 },
      source: 'LHDN Specific Guideline, 3.6: within seven calendar days after the end of the month',
    },
  ],
  cancel_hours: [
    {
      ...{ from: '2024-08-01', to: null, sure: true, value: 72 },
      source: 'LHDN e-Invoice Guideline, 2.4: within 72 hours of validation',
    },
  ],
  submission_hours: [
    {
      ...{ from: '2024-08-01', to: null, sure: true, value: 72 },
      source: 'LHDN e-Invoice SDK, core fields: the issue time is not older than 72 hours',
    },
  ],
  outage_hours: [
    {
      ...{ from: '2024-08-01', to: null, sure: true, value: 72 },
      source: 'LHDN e-Invoice General FAQ, May 2026, 123: 72 hours after the portal is back',
    },
  ],
  resident_general_tin: [
    {
      ...{ from: '2024-08-01', to: '2026-09-06', sure: true, value: 'EI00000000020' },
      source: 'LHDN Specific Guideline 4.8, appendix 1',
    },
    {
      ...{ from: '2026-09-07', to: null, sure: false, value: 'EI00000000010' },
      source: 'LHDN Specific Guideline 4.9 of 7 Sep 2026, as reported',
    },
  ],
  company_needs_brn: [
    {
      ...{ from: '2026-08-01', to: null, sure: false, value: true },
      source: 'LHDN e-Invoice portal since 1 Aug 2026, as reported',
    },
  ],
  no_empty_dates: [
    {
      ...{ from: '2026-08-15', to: null, sure: false, value: true },
      source: 'LHDN e-Invoice portal since mid-August 2026, as reported',
    },
  ],
  passport_length: [
    {
      ...{ from: '2026-10-23', to: null, sure: true, value: 12 },
      source: 'LHDN e-Invoice SDK, release note of 6 Aug 2026, in production since 23 Oct 2026',
    },
  ],
  amount_digits: [
    {
      ...{ from: '2026-10-23', to: null, sure: true, value: 26 },
      source: 'LHDN e-Invoice SDK, release note of 6 Aug 2026, in production since 23 Oct 2026',
    },
  ],
  education_tax: [
    {
      ...{ from: '2025-07-01', to: null, sure: false, value: { rateBp: 600, aboveSen: sen(60_000) } },
      source:
        'Service tax on private education since 1 Jul 2025, as reported; holders of an OKU card are exempt',
    },
  ],
  statutory_other_income: [
    {
      ...{ from: '2025-07-01', to: null, sure: true, value: true },
      source: 'LHDN e-Invoice Guideline 4.6, 1.6.1(c)',
    },
  ],
}

/** A rule as it is on a day; undefined before its first day and after its last. */
export function ruleOn<N extends RuleName>(name: N, on: string): Dated<Rules[N]> | undefined {
  const lines: readonly Dated<Rules[N]>[] = rules[name]
  return lines.find(({ from, to }) => from <= on && (to === null || on <= to))
}

/** All lines of a rule in their order: of one that holds for good, the last. */
export function linesOf<N extends RuleName>(name: N): readonly Dated<Rules[N]>[] {
  return rules[name]
}

export const ruleNames = Object.keys(rules) as RuleName[]
