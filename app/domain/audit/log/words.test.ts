import { describe, expect, test } from 'vitest'
import { i18nOf } from '#app/i18n/i18n.ts'
import { actionGroups, objectTypes } from './entry.ts'
import { changedFields, type Fields, type Lookup } from './words.ts'
import { writtenActions } from './written-actions.fixture.ts'

const lookupIn =
  (locale: 'en' | 'my'): Lookup =>
  (key, values) => {
    const found: unknown = i18nOf(locale).t(key, { ...values, defaultValue: '', returnObjects: true })
    return typeof found === 'string' && found !== '' ? found : undefined
  }

describe('every action that the sources write down', () => {
  const all = writtenActions()

  test('is found', () => {
    expect(all.length).toBeGreaterThan(20)
    for (const action of [
      'invoice.cancelled',
      'payment.received',
      'audit.verified',
      'job.retried',
      'receipt.not_sent',
    ])
      expect(all.map((one) => one.action)).toContain(action)
  })

  test.each(['en', 'my'] as const)('has its words in %s', (locale) => {
    const lookup = lookupIn(locale)
    const speechless = all.filter(({ action }) => !lookup(`audit.actions.${action}`))
    expect(speechless.map(({ file, action }) => `${action} in ${file}`)).toEqual([])
  })

  test('belongs to an area and a kind of record that the list can be narrowed by', () => {
    const groups = all.map(({ action }) => action.split('.')[0]!)
    expect(groups.filter((group) => !(actionGroups as readonly string[]).includes(group))).toEqual([])
    const types = all.flatMap(({ type }) => type ?? [])
    expect(types.filter((type) => !(objectTypes as readonly string[]).includes(type))).toEqual([])
    for (const locale of ['en', 'my'] as const) {
      for (const group of actionGroups) expect(lookupIn(locale)(`audit.groups.${group}`), group).toBeDefined()
      for (const type of objectTypes) expect(lookupIn(locale)(`audit.objects.${type}`), type).toBeDefined()
    }
  })
})

describe('what an entry changed', () => {
  const told = (type: string, before: Fields, after: Fields, locale: 'en' | 'my' = 'en') =>
    changedFields(type, before, after, lookupIn(locale), locale).map(({ label, before: was, after: is }) => [
      label,
      was.join(' / '),
      is.join(' / '),
    ])

  test('is told with names of fields, money, dates, states and yes or no', () => {
    expect(
      told(
        'invoice',
        { status: 'draft', total_sen: 12_050, due_on: '2026-01-31' },
        { status: 'unpaid', total_sen: 0, due_on: null, anchor_mail: true },
      ),
    ).toEqual([
      ['Status', 'Draft', 'Unpaid'],
      ['Total', 'RM120.50', 'RM0.00'],
      ['Due', '31 Jan 2026', ''],
      ['Daily seal mail', '', 'Yes'],
    ])
    expect(told('invoice', { status: 'draft' }, { status: 'cancelled' }, 'my')[0]![2]).not.toBe('Cancelled')
  })

  test('is told for lists, things within things, and fields that nobody has a word for', () => {
    expect(told('user', { roles: ['clerk', 'admin'] }, { roles: [] })).toEqual([
      ['Roles', 'Clerk, Administrator', ''],
    ])
    expect(told('x', null, { odd_thing: { total_sen: 100, deep: { a: 1 } } })).toEqual([
      ['Odd thing', '', 'Total: RM1.00 · Deep: A: 1'],
    ])
  })

  test.each([
    'password',
    'password_hash',
    'smtp_password_sealed',
    'token',
    'totp_secret',
    'code_mac',
    'identity_no',
  ])('never shows %s, even when an old entry holds it', (key) => {
    expect(told('x', { [key]: 'canary' }, { [key]: 'other' })[0]!.slice(1)).toEqual([
      'not shown',
      'not shown',
    ])
  })
})
