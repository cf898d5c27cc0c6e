import { array, assert, constantFrom, oneof, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wordings } from '#app/domain/core/settings/reminder-setting.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { locales } from '#app/i18n/locales.ts'
import {
  allowedIn,
  askedAndLater,
  filledIn,
  placeholders,
  type WordingValues,
  whatsAppReminder,
  wordingOf,
  wordingParts,
  wrongPlaceholder,
} from './reminder-letters.ts'

const values: WordingValues = {
  parent: 'Puan Aminah',
  school: 'Pusat Tuisyen Sinar',
  amount: 'RM245.00',
  due: '7 Feb 2026',
  about: 'fees Jan 2026',
  number: 'INV-26-000184',
  link: 'https://sinar.lunas.test/invoice/status/x2a',
  student: 'Aqil',
}

describe('placeholders', () => {
  test.each([
    ['Dear {parent}, {amount} is due', undefined],
    ['Dear {Parent}', '{Parent}'],
    ['Dear {parents}', '{parents}'],
    ['Dear { parent }', '{ parent }'],
    ['Dear {}', '{}'],
    ['Dear {parent', '{'],
    ['Dear parent}', '}'],
    ['Dear {{parent}}', '{'],
    ['', undefined],
  ])('in %j the wrong one is %j', (text, wrong) => {
    expect(wrongPlaceholder(text, placeholders)).toBe(wrong)
  })

  test('no subject may name a person, and no mail a child', () => {
    for (const kind of ['level_1', 'level_2', 'level_3'] as const) {
      for (const part of wordingParts)
        expect(wrongPlaceholder('{student}', allowedIn(kind, part))).toBe('{student}')
      expect(wrongPlaceholder('{parent}', allowedIn(kind, 'subject'))).toBe('{parent}')
    }
    expect(wrongPlaceholder('{student}', allowedIn('whatsapp', 'text'))).toBeUndefined()
  })

  test('a value that looks like a placeholder stays as it is', () => {
    expect(filledIn('{parent} {amount}', { ...values, parent: '{amount} $& $1' })).toBe(
      '{amount} $& $1 RM245.00',
    )
  })

  test('a text that is taken has no placeholder left once it is filled in', () => {
    const parts = array(oneof(string(), constantFrom(...placeholders.map((one) => `{${one}}`))))
    assert(
      property(parts, (some) => {
        const text = some.join('')
        if (wrongPlaceholder(text, placeholders) !== undefined) return
        expect(filledIn(text, values)).not.toMatch(/[{}]/)
      }),
    )
  })
})

describe.each(locales)('in %s', (locale) => {
  const t = i18nOf(locale).getFixedT(locale)

  test.each(wordings)('our own words of %s keep the rules of the form', (kind) => {
    const wording = wordingOf({}, kind, locale, t)
    expect(wrongPlaceholder(wording.text, allowedIn(kind, 'text'))).toBeUndefined()
    expect(wrongPlaceholder(wording.subject ?? '', allowedIn(kind, 'subject'))).toBeUndefined()
    expect(wording.subject === undefined).toBe(kind === 'whatsapp')
    expect(wording.text).not.toContain('{student}')
  })

  test('an organisation speaks in its own words where it has some', () => {
    const own = { whatsapp: { [locale]: { text: 'Salam {parent}: {amount}, {link}' } } }
    expect(whatsAppReminder(own, locale, t, values)).toBe(`Salam Puan Aminah: RM245.00, ${values.link}`)
    expect(whatsAppReminder({}, locale, t, values)).toContain(values.link)
    const other = { whatsapp: { xx: { text: 'other' } } }
    expect(whatsAppReminder(other, locale, t, values)).toContain('RM245.00')
  })
})

describe('what a message asks for', () => {
  const late = { due_on: '2026-02-07' }
  const today = { due_on: '2026-02-08' }
  const later = { due_on: '2026-03-01' }

  test.each([
    [1, [late, today, later], [late, today, later], []],
    [2, [late, today, later], [late], [today, later]],
    [3, [late, later], [late], [later]],
    [3, [late], [late], []],
    [2, [today, later], [today, later], []],
  ] as const)('of level %i is what is overdue, apart from what is not', (level, owed, asked, rest) => {
    expect(askedAndLater(level, owed, today.due_on)).toEqual({ asked, later: rest })
  })
})
