import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { requestNouns } from '#app/domain/core/request-nouns.ts'
import { picturedNouns, resourceNouns } from '#app/domain/core/resources.ts'
import { payoutVerbs } from '#app/domain/platform/payouts/change-payout.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { actionGroups, objectTypes } from './entry.ts'
import { changedFields, type Fields, type Lookup } from './words.ts'

const lookupIn =
  (locale: 'en' | 'my'): Lookup =>
  (key, values) => {
    const found: unknown = i18nOf(locale).t(key, { ...values, defaultValue: '', returnObjects: true })
    return typeof found === 'string' && found !== '' ? found : undefined
  }

/** Actions that are put together when they are written: the template as the source has it, and what it can become. */
const templates: Record<string, string[]> = {
  '`${kind}.cancel_requested`': ['invoice.cancel_requested', 'payment.cancel_requested'],
  '`${kind}.cancel_${state}`': ['invoice', 'payment'].flatMap((kind) =>
    ['approved', 'rejected', 'withdrawn'].map((state) => `${kind}.cancel_${state}`),
  ),
  '`arrangement.${status}`': ['kept', 'broken'].map((status) => `arrangement.${status}`),

  '`entity.bank_${moment}`': ['entity.bank_confirmed', 'entity.bank_refused'],
  '`payout.${verb}`': payoutVerbs.map((verb) => `payout.${verb}`),
  '`operator.${what}`': [
    'operator.second_factor_on',
    'operator.second_factor_replaced',
    'operator.second_factor_off',
    'operator.recovery_codes_renewed',
  ],
  '`payment_exception.${verb}`': [
    ...[
      'taken',
      'handed_over',
      'given',
      'noted',
      'booked',
      'wrong_alarm',
      'refund_proposed',
      'refunded',
      'refund_rejected',
    ].map((verb) => `payment_exception.${verb}`),
  ],
  '`${object.type}.${verb}`': ['staff', 'trainer'].flatMap((type) => [
    `${type}.activated`,
    `${type}.deactivated`,
  ]),
  '`${object.type}.removed`': ['staff.removed', 'trainer.removed'],
  "`${noun}.image_${file ? 'set' : 'removed'}`": picturedNouns.flatMap((noun) => [
    `${noun}.image_set`,
    `${noun}.image_removed`,
  ]),
  // of each noun that an organisation keeps
  ...Object.fromEntries(
    Object.entries({
      '`${noun}.created`': ['created'],
      '`${noun}.edited`': ['edited'],
      '`${noun}.removed`': ['removed'],
    }).map(([template, actions]) => [
      template,
      resourceNouns.flatMap((noun) => actions.map((action) => `${noun}.${action}`)),
    ]),
  ),
  // and of each request that somebody decides
  '`${noun}.${action}`': [
    ...resourceNouns.flatMap((noun) => [`${noun}.activated`, `${noun}.deactivated`]),
    ...requestNouns.flatMap((noun) => [`${noun}.rejected`, `${noun}.withdrawn`]),
  ],
}
interface Written {
  file: string
  action: string
  type: string | undefined
}

/** Every call of `record` and its kind in the sources: its action, and the type of its object. */
function written(): Written[] {
  const files = globSync('{app,jobs}/**/*.ts').filter(
    (file) => !/test|domain\/(core\/audit|audit\/log\/both-logs)\.ts$/.test(file),
  )
  return files.flatMap((file) => {
    const source = readFileSync(file, 'utf8')
    const calls = [...source.matchAll(/(?<!function |\.)\brecord(?:Operator|Each|InBoth|OwnInBoth)?\(/g)]
    return calls.flatMap(({ index }) => {
      const call = source.slice(index, index + 400)
      const rest = /^\w+\(\s*\w+,\s*(?:[\w.]+|\{[^}]*\}),\s*([\s\S]*)/.exec(call)?.[1] ?? ''
      const type = /\btype: '([a-z_]+)'/.exec(rest.split('\n\n')[0]!)?.[1]
      return actionsOf(rest, source).map((action) => ({ file, action, type }))
    })
  })
}

/** The actions that a call may write: its literals, what its template can become, or what the name or the table stands for. */
function actionsOf(rest: string, source: string): string[] {
  const template = Object.keys(templates).find((text) => rest.startsWith(text))
  if (template) return templates[template]!
  const codesIn = (text: string) => [...text.matchAll(/'([a-z_]+\.[a-z_]+)'/g)].map((match) => match[1]!)
  const literals = codesIn(rest.split('{')[0]!)
  if (literals.length > 0) return literals
  const table = /^([a-z]\w*)\[/.exec(rest)?.[1]
  const entries = table && new RegExp(`const ${table}\\b[^{]*\\{([^}]*)\\}`).exec(source)?.[1]
  if (entries) return codesIn(entries)
  const name = /^([a-z]\w*),/.exec(rest)?.[1]
  const lines = name ? [...source.matchAll(new RegExp(`\\b${name}\\b[^\\n]*\\n?[^\\n]*`, 'g'))] : []
  const codes = lines.flatMap(([line]) => codesIn(line))
  return codes.length > 0 ? codes : [`cannot be read: ${rest.slice(0, 60)}`]
}

describe('every action that the sources write down', () => {
  const all = written()

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
