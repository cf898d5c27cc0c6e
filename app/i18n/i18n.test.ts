import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { i18nOf, sentencesOf } from './i18n.ts'
import { knownLocale, localeName, localeOfTag, locales, monthNames, sorted } from './locales.ts'

type Tree = { [key: string]: string | Tree }
const plural = /_(zero|one|other)$/

function flat(tree: Tree, prefix = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value]] : flat(value, `${prefix}${key}.`),
  ) as [string, string][]
}
const sentences: Record<string, Map<string, string>> = {
  en: new Map(flat(sentencesOf('en') as Tree)),
  my: new Map(flat(sentencesOf('my') as Tree)),
}
const keys = new Set([...sentences.en!.keys()].map((key) => key.replace(plural, '')))
const groups = new Set(
  [...keys].flatMap((key) => key.split('.').map((_, n, parts) => parts.slice(0, n).join('.'))),
)

const placeholders = (sentence: string) =>
  [...new Set([...sentence.matchAll(/\{\{\s*([\w.]+)/g)].map((match) => match[1]))].sort()

describe('the two languages', () => {
  test('are files of the same names, all of them loaded', () => {
    const files = (locale: string) => globSync('*.json', { cwd: `app/i18n/${locale}` }).sort()
    expect(files('my')).toEqual(files('en'))
    const groups = (file: string) => Object.keys(JSON.parse(readFileSync(`app/i18n/en/${file}`, 'utf8')))
    const named = files('en').filter((file) => file !== 'locale.json' && file !== 'every-noun.json')
    for (const file of named) expect(groups(file), file).toContain(file.replace('.json', ''))
  })

  test('have the same keys; Malay has one form for any number', () => {
    const inMalay = new Set([...sentences.my!.keys()].map((key) => key.replace(plural, '')))
    expect([...keys].filter((key) => !inMalay.has(key))).toEqual([])
    expect([...inMalay].filter((key) => !keys.has(key))).toEqual([])
    expect(
      [...sentences.en!.keys()]
        .filter((key) => key.endsWith('_one'))
        .map((key) => key.replace('_one', '_other'))
        .filter((key) => !sentences.en!.has(key)),
    ).toEqual([])
  })

  test('have the same placeholders', () => {
    const wrong = [...sentences.en!].filter(([key, sentence]) => {
      const other = sentences.my!.get(key) ?? sentences.my!.get(key.replace('_one', '_other'))
      return other !== undefined && placeholders(sentence).join() !== placeholders(other).join()
    })
    expect(wrong.map(([key]) => key)).toEqual([])
  })

  test('say something, in one line, without markup or stray braces', () => {
    for (const locale of locales)
      for (const [key, sentence] of sentences[locale]!) {
        expect(sentence.trim(), `${locale} ${key}`).toBe(sentence)
        expect(sentence, `${locale} ${key}`).not.toBe('')
        expect(sentence.replaceAll(/\{\{[^{}]+\}\}/g, ''), `${locale} ${key}`).not.toMatch(/[<>{}\n]/)
      }
  })

  test('differ: what is the same in both is a name or a single word', () => {
    const same = [...sentences.en!].filter(([key, sentence]) => sentences.my!.get(key) === sentence)
    const words = (sentence: string) => sentence.replaceAll(/\{\{[^}]+\}\}/g, '').match(/[a-z]{3,}/gi) ?? []
    expect(same.filter(([, sentence]) => words(sentence).length > 1)).toEqual([])
  })

  test('refuse in whole sentences, but for what heads a page that is not there', () => {
    for (const locale of locales)
      for (const [key, sentence] of sentences[locale]!)
        if (/^refusal\.(?!not_found\.)/.test(key)) expect(sentence, `${locale} ${key}`).toMatch(/[.?!]$/)
  })

  test('know every number', () => {
    for (const locale of locales) {
      const t = i18nOf(locale).getFixedT(locale)
      const counted = [...keys].filter((key) => sentences.en!.has(`${key}_one`))
      expect(counted.length).toBeGreaterThan(0)
      for (const key of counted)
        for (const count of [0, 1, 2, 11]) expect(t(key, { count }), `${locale} ${key}`).not.toBe(key)
    }
  })
})

test('placeholders are filled in as i18next would fill them', () => {
  const name = '$& {{page}} $t(common.yes) <b>&amp; "Ali\'s"</b>'
  const odd = { count: 2, name, page: 0, total: null, code: undefined }
  for (const locale of locales) {
    const instance = i18nOf(locale)
    const ours = instance.getFixedT(locale)
    const theirs = instance.getFixedT(locale, null, '')
    const open = [...sentences[locale]!].filter(([, sentence]) => sentence.includes('{{'))
    for (const key of new Set(open.map(([key]) => key.replace(plural, ''))))
      for (const values of [
        ...[odd, { ...odd, count: 1 }, { ...odd, count: 0 }, odd],
        ...[{ ...odd, defaultValue: 'none' }, { name: 'a' }],
      ])
        expect(ours(key, values), `${locale} ${key}`).toBe(theirs(key, values))
    const context = { context: 'x', name: 'a' }
    expect(ours('flash.category_saved', context)).toBe(theirs('flash.category_saved', context))
  }
})

test('what is said in place of a sentence that there is not is said to nobody else', () => {
  const t = i18nOf('en').getFixedT('en')
  const said = ['Lewat', undefined, 'Awal'].map((defaultValue) =>
    t('common.status.no_such_status', { defaultValue }),
  )
  expect(said).toEqual(['Lewat', 'common.status.no_such_status', 'Awal'])
})

describe('a language', () => {
  test('is asked for by its tag, and says its name and its months', () => {
    expect(locales).toEqual(['en', 'my'])
    expect(localeOfTag('ms')).toBe('my')
    expect(localeOfTag('en-GB')).toBe('en')
    expect(localeOfTag('ta')).toBeUndefined()
    expect(knownLocale('xx')).toBe('en')
    expect(localeName('my')).toBe('Bahasa Melayu')
    expect(monthNames('my')[7]).toBe('Ogo')
    expect(monthNames('en')[8]).toBe('Sep')
  })

  test('puts choices in its own order, digits as numbers', () => {
    expect(sorted(['b10', 'Ébène', 'a', 'b9', 'Zakat', 'ebony'], String, 'my')).toEqual([
      'a',
      'b9',
      'b10',
      'Ébène',
      'ebony',
      'Zakat',
    ])
  })
})

describe('what the sources ask for', () => {
  const files = globSync('{app,jobs}/**/*.{ts,tsx}').filter(
    (file) => !/\.(test|fixture)\.|test-support/.test(file),
  )
  const found = (pattern: RegExp) =>
    files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(pattern)].map((match) => ({ file, key: match[1]! })),
    )
  const missing = (asked: { file: string; key: string }[], there: (key: string) => boolean) =>
    asked.filter(({ key }) => !there(key)).map(({ file, key }) => `${key} in ${file}`)

  test('is there: t() of a sentence', () => {
    const asked = found(/\bt\(\s*'([^']+)'/g)
    expect(asked.length).toBeGreaterThan(100)
    expect(missing(asked, (key) => keys.has(key))).toEqual([])
  })

  test('is there: t() of one of several', () => {
    const asked = found(/\bt\(\s*`([\w.]+)\.\w*\$\{/g)
    expect(asked.length).toBeGreaterThan(20)
    expect(missing(asked, (key) => groups.has(key))).toEqual([])
  })

  test('is there: labels of columns and menus, titles of pages', () => {
    const asked = found(/\b(?:label|title|words|hint): '([a-z_]+\.[\w.]+)'/g)
    expect(asked.length).toBeGreaterThan(40)
    expect(missing(asked, (key) => keys.has(key) || groups.has(key))).toEqual([])
  })

  test('is there: codes that a schema or a command refuses with', () => {
    const asked = found(/'((?:input|auth|duplicate|not_found)\.[\w.]*[a-z\d])'/g)
    expect(asked.length).toBeGreaterThan(30)
    expect(missing(asked, (key) => keys.has(`refusal.${key}`) || keys.has(key))).toEqual([])
  })
})
