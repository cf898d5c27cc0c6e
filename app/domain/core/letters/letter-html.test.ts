import { expect, test } from 'vitest'
import { i18nOf } from '#app/i18n/i18n.ts'
import { type Letter, plainLetter } from './letter.ts'
import { htmlLetter } from './letter-html.ts'

const letter: Letter = {
  subject: 'Resit <b>',
  greeting: 'Kepada Puan "Siti" & Ali,',
  paragraphs: ['Terima kasih.'],
  figure: { label: 'Jumlah', value: 'RM120.00' },
  facts: [
    { label: 'Nombor', value: 'RCP-26-000001' },
    { label: 'Tarikh bayaran', value: '31 Jan 2026' },
  ],
  action: { label: 'Lihat', url: 'https://sinar.test/x?a=1&b="2"' },
  sender: ['Tadika <Sinar>', '+60123456789'],
  note: 'Automatik.',
}
const t = i18nOf('my').getFixedT('my')
const dressed = (colour: string | null = '#7a1f2b', more: Partial<Letter> = {}) =>
  htmlLetter({ ...letter, ...more }, { t, locale: 'my', colour })

test('plain text says all of it, facts under each other, the note below the signature', () => {
  expect(plainLetter(letter)).toBe(`Kepada Puan "Siti" & Ali,

Terima kasih.

Jumlah:         RM120.00
Nombor:         RCP-26-000001
Tarikh bayaran: 31 Jan 2026

Lihat:
https://sinar.test/x?a=1&b="2"

Tadika <Sinar>
+60123456789

-- 
Automatik.
`)
})

test('HTML says the same, and shows what was typed as text', () => {
  const html = dressed()
  const words = html
    .replace(/<(title|style)>.*<\/\1>/g, '')
    .replace(/<br>/g, '\n')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
  for (const { label, value } of letter.facts) expect(words).toMatch(new RegExp(`${label}\\s+${value}`))
  for (const part of [
    letter.greeting,
    ...letter.paragraphs,
    letter.figure!.value,
    ...letter.sender,
    letter.note,
  ])
    expect(words).toContain(part)
  expect(html).toContain('<html lang="ms-MY">')
  expect(html).toContain('<title>Resit &lt;b&gt;</title>')
})

test('the button is one, its address stands below it to be copied', () => {
  const html = dressed()
  expect(html.match(/<a class="button"/g)).toHaveLength(1)
  const link = 'https://sinar.test/x?a=1&amp;b=&quot;2&quot;'
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([link, link])
  expect(html).toMatch(/Jika butang tidak berfungsi, buka alamat ini:<br><a [^>]*>https:\/\/sinar\.test/)
})

test('the beginning is what mail programs show beside the subject, unseen in the mail itself', () => {
  expect(dressed()).toMatch(
    /<body[^>]*>\s*<div style="display:none[^"]*">Terima kasih\.(&#8199;|&#65279;)+<\/div>/,
  )
})

test('it is in the organisation’s colour, in dark too, and can be read whatever the colour is', () => {
  expect(dressed()).toContain('border-top:4px solid #7a1f2b')
  const yellow = dressed('#ffdd00')
  expect(yellow).not.toContain('#ffdd00;mso')
  expect(yellow).toMatch(/@media \(prefers-color-scheme:dark\)\{.*\.top\{border-color:#\w{6}!important\}/)
  expect(dressed(null)).toContain('border-top:4px solid #0e5a63')
})

test('a colour that is none is not put into the style', () => {
  expect(dressed('red;background:url(//evil.test)')).not.toContain('evil.test')
})

test('the logo comes with the mail, has words for those who do not see it, and none is asked for without it', () => {
  const logo = { cid: 'logo@lunas', width: 48, height: 48 }
  const html = htmlLetter(letter, { t, locale: 'my', colour: null, logo })
  expect(html).toMatch(/<img src="cid:logo@lunas" alt="Logo Tadika &lt;Sinar&gt;" width="48" height="48"/)
  expect(dressed()).not.toContain('<img')
})
