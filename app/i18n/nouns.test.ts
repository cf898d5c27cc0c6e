import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { labelKeys, pluralTokens } from '#app/domain/core/labels/label.ts'
import { nounsIn } from '#app/domain/core/labels/spoken.ts'
import { nounsOf, sentencesOf } from './i18n.ts'
import { locales } from './locales.ts'
import { withNouns } from './nouns.ts'
import { otherMeanings } from './other-meanings.fixture.ts'
import { resources } from './resources.ts'
import type { Sentences } from './sentences.ts'

const flat = (tree: Sentences, prefix = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value]] : flat(value, `${prefix}${key}.`),
  ) as [string, string][]

/** Where there is no organisation, or none that is known yet; codes and links to get in, and what the platform itself writes, name no noun. */
const withoutOrganisation = [
  'app/routes/main/api/entity-register.ts',
  'app/routes/main/registration/edit.tsx',
  'app/routes/main/subscription/renew.tsx',
  'app/server/http/plain-pages.ts',
  'jobs/handlers/account-text.ts',
  'jobs/handlers/codes.ts',
  'jobs/handlers/documents.ts',
  'jobs/handlers/platform.ts',
  'jobs/handlers/registrations.ts',
  'jobs/mail/send-letter.ts',
]

const meansOther = (key: string, noun: string) =>
  Object.entries(otherMeanings).some(
    ([name, { nouns }]) => (key === name || key.startsWith(`${name}.`)) && nouns.includes(noun),
  )

describe('sentences name nouns so that an organisation can call them by its own words', () => {
  test.each(locales)('%s: no sentence has one of them fixed', (locale) => {
    const nouns = nounsOf(locale)
    const forms = labelKeys.flatMap((key) => [
      { key, form: nouns[key].one, name: key as string },
      { key, form: nouns[key].other, name: pluralTokens[key] },
    ])
    const wanted = forms.map((noun) => ({
      ...noun,
      pattern: new RegExp(`(?<![\\w-])${noun.form}(?![\\w-])`, 'i'),
    }))
    const fixed = flat(resources[locale]!).flatMap(([key, sentence]) => {
      const outside = sentence.replace(/\{\{[^}]*\}\}|\[[^\]]*\]/g, '·')
      return wanted
        .filter(({ pattern }) => pattern.test(outside))
        .filter((noun) => !meansOther(key.replace(/_(one|other)$/, ''), noun.key))
        .map(({ form, name }) => `${key}: “${sentence}” should say [${name}] for “${form}”`)
    })
    expect(fixed).toEqual([])
  })

  test('every name in brackets is a noun; what English calls by its name, the others do too', () => {
    const inOthers = locales.map((locale) => new Map(flat(resources[locale]!)))
    let named = 0
    for (const [key, sentence] of flat(resources.en!)) {
      for (const sentences of inOthers) {
        const other = sentences.get(key) ?? sentences.get(key.replace(/_one$/, '_other'))
        if (other === undefined) continue
        named += nounsIn(other).length
        expect(nounsIn(other), `${key}: ${other}`).toEqual(expect.arrayContaining(nounsIn(sentence)))
      }
    }
    expect(named).toBeGreaterThan(400)
  })

  test('each language says every noun, and nothing in brackets is left over', () => {
    for (const locale of locales) {
      expect(Object.keys(resources[locale]!.label as object)).toEqual(expect.arrayContaining(labelKeys))
      const left = flat(sentencesOf(locale)).filter(([, sentence]) => /[[\]]/.test(sentence))
      expect(left).toEqual([])
    }
  })
})

const sentences = {
  menu: '[Students]',
  empty: 'No [students] yet',
  bill: 'Bill [a student] with [an invoice]',
  start: '[An invoice] of [a class]',
}
const spoken = (own: Partial<Record<string, { one: string; other: string }>>) =>
  withNouns(sentences, { ...nounsOf('en'), ...own }, 'en')

describe('a noun in a sentence', () => {
  test('has its capital at the beginning and the article that suits it', () => {
    expect(spoken({})).toEqual({
      menu: 'Students',
      empty: 'No students yet',
      bill: 'Bill a student with an invoice',
      start: 'An invoice of a class',
    })
    const own = {
      student: { one: 'apprentice', other: 'apprentices' },
      invoice: { one: 'bill', other: 'bills' },
      class: { one: 'Halaqah', other: 'Halaqah' },
    }
    expect(spoken(own)).toMatchObject({
      menu: 'Apprentices',
      bill: 'Bill an apprentice with a bill',
      start: 'A bill of a Halaqah',
    })
    expect(spoken({ invoice: { one: 'éclair', other: 'éclairs' } })).toMatchObject({
      bill: 'Bill a student with an éclair',
    })
  })

  test('is text, whatever it says', () => {
    for (const evil of ['$t(common.yes)', '{{amount}}', '[invoice]', '$1 $& $`', '<b>x</b>', 'constructor']) {
      const { empty } = spoken({ student: { one: evil, other: evil } })
      expect(empty).toBe(`No ${evil.replace(/[{}]/g, '')} yet`)
    }
  })
})

test('pages and jobs of an organisation never ask for words without saying whose', () => {
  const files = globSync('{app,jobs}/**/*.{ts,tsx}').filter((file) => !/\.test\.|^app\/i18n\//.test(file))
  const asking = files.filter((file) =>
    /\bi18nOf\(\s*[\w.()']+\s*\)|\bproductWordsOf\b/.test(readFileSync(file, 'utf8')),
  )
  expect(asking.sort()).toEqual(withoutOrganisation)
})
