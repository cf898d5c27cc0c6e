import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { i18nOf } from '#app/i18n/i18n.ts'
import { locales } from '#app/i18n/locales.ts'
import { lettersOf } from '#tests/support/jobs/letters.ts'
import { rawWords, wordsOfPage } from '#tests/support/pages/raw-words.ts'
import { type Letter, plainLetter } from './letter.ts'
import { htmlLetter } from './letter-html.ts'

const hostile = `<img src=x onerror=alert(1)>"><script>alert('x')</script>`

test('every letter that can be written is tried here', () => {
  const written = globSync('app/domain/**/*.ts', {
    exclude: (file) => file.endsWith('core/letters'),
  }).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^export (?:function|const) (\w+Letter)\b/gm)].map(
      ([, name]) => name,
    ),
  )
  expect(written.length).toBeGreaterThan(40)
  expect(new Set(lettersOf('Ali', 'en').map(({ writer }) => writer))).toEqual(new Set(written))
})

describe.each(locales)('in %s', (locale) => {
  const t = i18nOf(locale).getFixedT(locale)
  const logo = { cid: 'logo@lunas', width: 48, height: 48 }

  test.each(lettersOf('Puan Siti', locale))(
    '$kind: both parts, one button at most, nothing to load',
    ({ letter }) => {
      const html = htmlLetter(letter, { t, locale, colour: '#7a1f2b', logo })
      const plain = plainLetter(letter)
      expect(letter.subject.length).toBeLessThan(200)
      for (const words of [plain, ...wordsOfPage(html)]) expect(rawWords(words)).toEqual([])
      for (const part of [letter.greeting, ...letter.paragraphs, letter.note]) expect(plain).toContain(part)
      expect(html.match(/<a class="button"/g) ?? []).toHaveLength(letter.action ? 1 : 0)
      const links = [...html.matchAll(/\s(?:href|src|background|action)="([^"]*)"/g)].map(([, link]) => link!)
      const own = letter.action?.url.replaceAll('&', '&amp;')
      expect(links.filter((link) => link !== own && link !== 'cid:logo@lunas')).toEqual([])
      expect(html).not.toMatch(/<(script|link|iframe|form|object|video)|url\(|@import/)
      expect(Buffer.byteLength(html) + Buffer.byteLength(plain)).toBeLessThan(15_000)
    },
  )

  test.each(
    lettersOf(hostile, locale).map((one, at) => ({ ...one, plain: lettersOf('Ali', locale)[at]!.letter })),
  )('$kind: names are text', ({ letter, plain }) => {
    const marks = (of: Letter, colour: string | null) =>
      htmlLetter(of, { t, locale, colour, logo }).match(/[<>"']/g)?.length
    expect(marks(letter, hostile)).toBe(marks(plain, null))
  })
})
