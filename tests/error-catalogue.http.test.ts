import { beforeAll, describe, expect, test } from 'vitest'
import { type RefusalCode, statusOf } from '#app/domain/core/refusal.ts'
import { resourceNouns } from '#app/domain/core/resources.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { type Locale, locales } from '#app/i18n/locales.ts'
import { apiCodeOf } from '#app/server/api/codes.ts'
import { fields, inCalls } from './support/catalogue/calls.ts'
import { later, specified } from './support/catalogue/messages.ts'
import { onPages, statuses } from './support/catalogue/pages.ts'
import { openScene, type Scene } from './support/catalogue/scene.ts'
import { share, soaking } from './support/run/soak.ts'

/**
 * The messages that the product was specified with, each met where a reader meets it: on the page or in the call that
 * says it, in every language; in `npm test` each in one of them, by turns. What is not built yet waits in `later`, with the
 * part of the product that will say it.
 */
let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})

const entriesOf = <T>(table: Partial<Record<RefusalCode, T>>) => Object.entries(table) as [RefusalCode, T][]
/** What the specification says in a sentence that the product fills in. */
const filledIn: Partial<Record<RefusalCode, Record<string, string>>> = {
  'payment.b2c_max': { limit: 'RM30,000.00' },
  'payment.b2c_min': { limit: 'RM1.00' },
  'payment.b2b1_max': { limit: 'RM1,000,000.00' },
  'payment.b2b1_min': { limit: 'RM2.00' },
}
const sentenceOf = (code: RefusalCode, locale: Locale) =>
  String(i18nOf(locale).t(`refusal.${code}`, filledIn[code] ?? {}))
/** As the page writes it. */
const onPage = (sentence: string) => sentence.replaceAll('&', '&amp;').replaceAll("'", '&#x27;')

/** Those of a table that are met in a language. */
const metIn = <T>(locale: Locale, table: Partial<Record<RefusalCode, T>>) =>
  entriesOf(table).filter(([code]) => share(locales, 1, code).includes(locale))

describe.each([...locales])('in %s', (locale) => {
  test.each(metIn(locale, onPages))('%s, on a page', async (code, visit) => {
    const response = await visit(scene, locale)
    expect(response.status).toBe(statuses[code] ?? statusOf(code))
    expect(await response.text()).toContain(onPage(sentenceOf(code, locale)))
  })

  test.each(metIn(locale, inCalls))('%s, in a call', async (code, call) => {
    const { status, error } = await call(scene, locale)
    const sentence = sentenceOf(code, locale)
    const field = fields[code]
    const said = apiCodeOf(field ? 'input.invalid' : code)
    expect([status, error.code]).toEqual([said.status, said.code])
    expect(field ? error.fields?.[field] : error.message).toBe(sentence)
  })
})

test('what waits is worded in every language, and is not said anywhere yet', () => {
  const built = resourceNouns.flatMap((noun) => [`not_found.${noun}`, `duplicate.${noun}_code`])
  expect(Object.keys(later).filter((code) => built.includes(code))).toEqual([])
  for (const [code] of entriesOf(later)) {
    expect(onPages[code] ?? inCalls[code], code).toBeUndefined()
    const words = locales.map((locale) => sentenceOf(code, locale))
    expect(new Set(words).size, code).toBe(locales.length)
    expect(words, code).not.toContain(`refusal.${code}`)
  }
})

test('no message of the specification stands alone: it says what is the matter, or what to do next', () => {
  for (const [code, words] of entriesOf<string>(specified)) {
    if (code.startsWith('not_found.')) continue
    const told = sentenceOf(code, 'en').replace(words, '')
    expect(told, code).toMatch(/[a-z]{2}.*\.$/)
  }
})

test('every message of the specification is met or waits, and says what it must', () => {
  const known = { ...onPages, ...inCalls, ...later }
  expect(Object.keys(specified).filter((code) => !(code in known))).toEqual([])
  expect(Object.keys(known).filter((code) => !(code in specified))).toEqual([])
  for (const [code, words] of entriesOf<string>(specified))
    expect(sentenceOf(code, 'en'), code).toContain(words)
  const met = Object.keys({ ...onPages, ...inCalls }).length
  process.stderr.write(
    `error catalogue: ${met} messages met in ${soaking ? 'each language' : 'a language by turns'}, ` +
      `${Object.keys(later).length} wait for parts that are not built\n`,
  )
})
