import { describe, expect, test } from 'vitest'
import { makeCertificate } from '#app/integrations/certificates/test-support.ts'
import { type ObligationAnswers, obligationOn } from '../obligation/obligation.ts'
import { readCertificate } from '../signature/certificate.ts'
import { certificateProblem } from './certificate-problem.ts'
import { endingsOf, warningAt } from './endings.ts'
import type { Setting } from './find-setting.ts'
import { type ReadinessFacts, readinessOf } from './readiness.ts'
import { warningsOf } from './warnings.ts'

const today = '2026-11-29'
const now = new Date('2026-11-29T04:00:00Z')
const setting = (given: Partial<Setting> = {}) =>
  ({
    ...{ name: 'Tadika Contoh Sdn Bhd', tin: 'C1234567890', id_type: 'BRN', msic: '85102', sst_number: null },
    ...{ activity: 'Pre-primary education', address_line1: '1, Jalan Contoh', city: 'Kajang' },
    ...{ postcode: '43000', state_code: '10', phone: '+60380000100', client_id: 'client-of-tadika-contoh' },
    ...{ secrets_end_on: '2028-11-29', status: 'validated', fault: null, fault_detail: null },
    ...{ document_version: '1.0', certificate_ends_at: null },
    has: { idValue: true, secret: true, secondSecret: false, certificate: false },
    ...given,
  }) as Setting
const answers: ObligationAnswers = {
  ...{ turnover_band: 'to_5m', turnover_year: 2022, started_on: null, related_above_1m: false },
  ...{ statutory: false, approved_donations: false, relaxation_declined: false, agreed_start_on: null },
}
const owner = { tin: 'C1234567890', registrationNo: '202001234567' }
const facts = (given: Partial<ReadinessFacts> = {}): ReadinessFacts => ({
  ...{ setting: setting(), obligation: obligationOn(answers, today), certificate: undefined },
  ...{ owners: [owner], taxed: false, unclassified: 0, incompleteParents: 0 },
  ...given,
})
const lacks = (given: Partial<ReadinessFacts>) =>
  readinessOf(facts(given), today, now).lacks.map(({ check }) => check)

test('with everything in place it is 100 %, and with one lack it is not', () => {
  expect(readinessOf(facts(), today, now)).toEqual({ percent: 100, lacks: [] })
  expect(readinessOf(facts({ incompleteParents: 3 }), today, now)).toEqual({
    percent: 93,
    lacks: [{ check: 'buyers', page: 'parent', count: 3 }],
  })
})

describe('it lacks', () => {
  test.each([
    ['name', { name: null }],
    ['tin', { tin: 'C123' }],
    ['tin', { tin: 'EI00000000010' }],
    ['id_value', { has: { idValue: false, secret: true, secondSecret: false, certificate: false } }],
    ['msic', { msic: '00000' }],
    ['msic', { msic: '99999' }],
    ['activity', { activity: null }],
    ['address', { postcode: null }],
    ['address', { state_code: '17' }],
    ['phone', { phone: null }],
    ['credentials', { client_id: null }],
    ['tested', { status: 'pending' }],
    ['secrets_end', { secrets_end_on: '2026-11-28' }],
    ['certificate', { document_version: '1.1' }],
  ] as [string, Partial<Setting>][])('%s, of %o', (check, given) => {
    expect(lacks({ setting: setting(given) })).toEqual([check])
  })

  test('no secret on its last day', () => {
    expect(lacks({ setting: setting({ secrets_end_on: today }) })).toEqual([])
  })

  test('an answer about the obligation, or a newer one', () => {
    expect(lacks({ obligation: undefined })).toEqual(['obligation'])
    const old = obligationOn({ ...answers, turnover_band: 'below_1m', turnover_year: 2023 }, today)
    expect(lacks({ obligation: old })).toEqual(['obligation'])
  })

  test('the SST number, when service tax is charged', () => {
    expect(lacks({ taxed: true })).toEqual(['sst_number'])
    expect(lacks({ taxed: true, setting: setting({ sst_number: 'W10-1808-32000001' }) })).toEqual([])
  })

  test('a classification', () => {
    expect(lacks({ unclassified: 2 })).toEqual(['classification'])
  })

  test('a certificate that the portal takes, when documents are signed', () => {
    const signed = setting({ document_version: '1.1' })
    const read = (given: Parameters<typeof makeCertificate>[0]) => readCertificate(makeCertificate(given).der)
    expect(lacks({ setting: signed, certificate: read({}) })).toEqual([])
    expect(lacks({ setting: signed, certificate: read({ tin: 'C9999999990' }) })).toEqual(['certificate'])
    expect(lacks({ setting: signed, certificate: read({ to: now }) })).toEqual([])
    expect(lacks({ setting: signed, certificate: read({ to: new Date(now.getTime() - 1_000) }) })).toEqual([
      'certificate',
    ])
    expect(lacks({ certificate: read({ tin: null }) })).toEqual([])
  })

  test.each([
    ['usage', 'that is a person’s', { tin: null }],
    ['usage', 'with a key that is too short', { bits: 1_024 }],
    ['dates', 'before its first day', { from: new Date(now.getTime() + 1_000) }],
    ['dates', 'after its last day', { to: new Date(now.getTime() - 1_000) }],
    ['owner', 'of another number in the register', { registrationNo: '201099999999' }],
    [undefined, 'from its first moment', { from: now }],
    [undefined, 'with a long key, which is only slow', { bits: 4_096 }],
  ] as const)('%s, of a certificate %s', (problem, _, given) => {
    const certificate = readCertificate(makeCertificate(given).der)
    expect(certificateProblem(certificate, [owner], now)).toBe(problem)
    const signed = setting({ document_version: '1.1' })
    expect(lacks({ setting: signed, certificate })).toEqual(problem ? ['certificate'] : [])
  })

  test('all of it at first', () => {
    const { percent, lacks } = readinessOf(
      facts({ setting: undefined, obligation: undefined, owners: [] }),
      today,
      now,
    )
    expect(lacks.map(({ check }) => check)).toEqual([
      ...['obligation', 'name', 'tin', 'id_value', 'msic', 'activity', 'address', 'phone'],
      ...['credentials', 'tested'],
    ])
    expect(percent).toBe(33)
  })
})

describe('what ends', () => {
  test.each([
    [61, null],
    [60, 60],
    [31, 60],
    [30, 30],
    [8, 30],
    [7, 7],
    [0, 7],
    [-1, 0],
  ])('%i days before: step %s', (days, step) => {
    expect(warningAt(days)).toBe(step)
  })

  test('is told by its day in Malaysia, the first one first; a certificate only if it signs', () => {
    const ends = {
      secrets_end_on: '2027-01-20',
      certificate_ends_at: new Date('2026-12-05T17:00:00Z'),
      document_version: '1.1',
    } as const
    expect(endingsOf(ends, today)).toEqual([
      { what: 'certificate', on: '2026-12-06', days: 7 },
      { what: 'secrets', on: '2027-01-20', days: 52 },
    ])
    expect(endingsOf({ ...ends, document_version: '1.0' }, today).map(({ what }) => what)).toEqual([
      'secrets',
    ])
    expect(endingsOf({ ...ends, secrets_end_on: '2027-01-29' }, today).map(({ what }) => what)).toEqual([
      'certificate',
    ])
  })
})

describe('what stops e-invoices, as people are told', () => {
  const told = (given: Partial<Setting>) => {
    const { fault, stopped, tins } = warningsOf(setting(given), today)
    return { fault, stopped, tins }
  }
  const refused = { status: 'failed', fault: 'wrong_secret', fault_detail: 'invalid_client: no' } as const

  test('nothing', () => {
    expect(told({})).toEqual({ fault: null, stopped: false, tins: null })
    expect(warningsOf(undefined, today)).toMatchObject({ fault: null, endings: [] })
  })

  test('a wrong secret, and one that has ended', () => {
    expect(told(refused)).toMatchObject({ fault: 'wrong_secret', stopped: true })
    expect(told({ ...refused, secrets_end_on: '2026-11-28' }).fault).toBe('secret_ended')
    expect(told({ ...refused, secrets_end_on: today }).fault).toBe('wrong_secret')
  })

  test('another taxpayer, with both numbers', () => {
    expect(told({ status: 'failed', fault: 'tin_mismatch', fault_detail: 'C5555555550' })).toEqual({
      ...{ fault: 'tin_mismatch', stopped: true },
      tins: { ours: 'C1234567890', theirs: 'C5555555550' },
    })
  })

  test.each([
    ['wrong_environment', 'wrong_environment'],
    ['not_represented', 'not_represented'],
    ['away', 'away'],
    ['forbidden', 'forbidden'],
    ['clock', 'clock'],
    ['certificate', 'certificate'],
    ['what nobody knows', 'away'],
  ])('%s as %s, while the rest goes on', (fault, shown) => {
    expect(told({ fault })).toMatchObject({ fault: shown, stopped: false })
  })
})
