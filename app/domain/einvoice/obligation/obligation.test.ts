import { describe, expect, test } from 'vitest'
import { isObliged, type ObligationAnswers, obligationOn } from './obligation.ts'

const today = '2026-11-29'
const answers = (given: Partial<ObligationAnswers> = {}): ObligationAnswers => ({
  ...{ turnover_band: 'to_5m', turnover_year: 2022, started_on: null, related_above_1m: false },
  ...{ statutory: false, approved_donations: false, relaxation_declined: false, agreed_start_on: null },
  ...given,
})
const short = (given: Partial<ObligationAnswers>, on = today) => {
  const { state, since, until, next, stale, why } = obligationOn(answers(given), on)
  return { state, since, until, next, stale, why: why.map(({ code }) => code) }
}

describe('below RM1 million', () => {
  const below = { turnover_band: 'below_1m', turnover_year: 2025 } as const

  test('nothing is owed until 1 January of the second year after the next that could reach it', () => {
    expect(short(below)).toEqual({
      ...{ state: 'exempt', since: null, until: '2027-12-31', next: null, stale: false },
      why: ['below', 'below_start'],
    })
    expect(obligationOn(answers(below), today).why[1]).toMatchObject({ year: 2026, on: '2028-01-01' })
    expect(short({ ...below, turnover_year: 2026 }).until).toBe('2028-12-31')
  })

  test('an answer of years ago says nothing any more', () => {
    expect(short({ ...below, turnover_year: 2024 }, '2026-06-30').stale).toBe(false)
    expect(short({ ...below, turnover_year: 2024 }, '2026-07-01')).toMatchObject({
      ...{ state: 'exempt', stale: true, why: ['below', 'answer_again'] },
    })
    expect(short(below, '2028-01-01').stale).toBe(true)
  })

  test('with a related company above it the exemption is lost', () => {
    const related = { ...below, related_above_1m: true }
    expect(short(related)).toMatchObject({ state: 'relaxed', since: '2026-01-01', until: '2027-12-31' })
    expect(short({ ...related, started_on: '2022-12-31' })).toMatchObject({ since: '2026-01-01' })
    expect(short({ ...related, started_on: '2023-01-01' })).toMatchObject({ since: '2026-07-01' })
    expect(short({ ...related, started_on: '2024-03-01' })).toMatchObject({ since: '2026-07-01' })
    expect(short({ ...related, started_on: '2026-02-01' })).toMatchObject({ since: '2026-07-01' })
    expect(short({ ...related, started_on: '2026-09-15' })).toMatchObject({ since: '2026-09-15' })
    expect(obligationOn(answers(related), today).why.find(({ sure }) => !sure)?.code).toBe('related_start')
  })
})

describe('RM1 million reached', () => {
  test.each([
    ['above_100m', '2024-08-01'],
    ['to_100m', '2025-01-01'],
    ['to_25m', '2025-07-01'],
    ['to_5m', '2026-01-01'],
  ] as const)('in 2022, %s: from the day of the phase', (turnover_band, since) => {
    expect(short({ turnover_band }).since).toBe(since)
    expect(short({ turnover_band }, '2024-07-31')).toMatchObject({ state: 'not_yet', since })
  })

  test.each([
    [2023, '2026-07-01'],
    [2025, '2026-07-01'],
    [2026, '2028-01-01'],
    [2027, '2029-01-01'],
  ])('in %i: %s', (turnover_year, since) => {
    expect(short({ turnover_year }).since).toBe(since)
  })

  test('a new business of 2023 to 2025 begins on 1 July 2026, whatever its size', () => {
    const begun = { started_on: '2024-05-01', turnover_year: 2024 }
    expect(short(begun)).toMatchObject({ state: 'relaxed', since: '2026-07-01' })
    const large = { ...begun, turnover_band: 'to_25m' } as const
    expect(short(large)).toMatchObject({ state: 'in_force', since: '2026-07-01', until: null })
    expect(short(large, '2026-06-30')).toMatchObject({
      ...{ state: 'not_yet', until: '2026-06-30', next: { state: 'in_force', on: '2026-07-01' } },
    })
  })

  test('who begins after the relaxation has none', () => {
    expect(short({ turnover_year: 2026 })).toMatchObject({
      ...{ state: 'not_yet', next: { state: 'in_force', on: '2028-01-01' } },
    })
    expect(short({ turnover_year: 2026 }, '2028-01-01').state).toBe('in_force')
  })
})

describe('the relaxation', () => {
  test('of up to RM5 million ends with 2027', () => {
    expect(short({})).toEqual({
      ...{ state: 'relaxed', since: '2026-01-01', until: '2027-12-31', stale: false },
      next: { state: 'in_force', on: '2028-01-01' },
      why: ['phase', 'never_out', 'relaxation'],
    })
    expect(short({}, '2027-12-31').state).toBe('relaxed')
    expect(short({}, '2028-01-01')).toMatchObject({ state: 'in_force', since: '2026-01-01', next: null })
    expect(short({}, '2025-12-31')).toMatchObject({ next: { state: 'relaxed', on: '2026-01-01' } })
    expect(obligationOn(answers(), today).why.at(-1)).toMatchObject({ sure: false, on: '2027-12-31' })
  })

  test('of the others was over with 2025', () => {
    expect(short({ turnover_band: 'to_25m' }, '2025-12-31').state).toBe('relaxed')
    expect(short({ turnover_band: 'to_25m' }, '2026-01-01').state).toBe('in_force')
    expect(short({ turnover_band: 'to_100m' }, '2025-06-30').state).toBe('relaxed')
    expect(short({ turnover_band: 'to_100m' }, '2025-07-01').state).toBe('in_force')
    expect(short({ turnover_band: 'above_100m' }, '2025-01-31').state).toBe('relaxed')
    expect(short({ turnover_band: 'above_100m' }, '2025-02-01').state).toBe('in_force')
  })

  test('can be done without', () => {
    const declined = { relaxation_declined: true }
    expect(short(declined)).toMatchObject({ state: 'in_force', until: null })
    expect(short(declined).why).toContain('relaxation_declined')
    expect(short(declined, '2025-12-31').next).toEqual({ state: 'in_force', on: '2026-01-01' })
  })
})

test('once in, never out: revenue that fell since changes nothing, for good', () => {
  expect(short({}, '2040-01-01')).toMatchObject({ state: 'in_force', since: '2026-01-01', until: null })
  expect(short({}, '2040-01-01').why).toContain('never_out')
})

test('a statutory body is exempt in its duties, and not for the rest since 1 July 2025', () => {
  const statutory = { statutory: true, turnover_band: 'above_100m' } as const
  expect(short(statutory)).toMatchObject({
    state: 'exempt',
    until: null,
    why: ['statutory', 'statutory_other'],
  })
  expect(short(statutory, '2025-06-30').why).toEqual(['statutory'])
})

describe('what the tax agent agreed stands above all', () => {
  test('in mid-month: the day before is not reported, the day itself is', () => {
    const agreed = { agreed_start_on: '2026-12-15' }
    expect(short(agreed)).toMatchObject({ state: 'not_yet', since: '2026-12-15', why: ['agreed'] })
    expect(isObliged(answers(agreed), '2026-12-14')).toBe(false)
    expect(isObliged(answers(agreed), '2026-12-15')).toBe(true)
  })

  test('also of who would be exempt', () => {
    const below = { turnover_band: 'below_1m', turnover_year: 2025 } as const
    expect(short({ ...below, agreed_start_on: '2026-11-01' })).toMatchObject({ state: 'relaxed' })
    expect(short({ statutory: true, turnover_band: 'to_25m', agreed_start_on: '2026-11-01' })).toMatchObject({
      state: 'in_force',
    })
  })
})
