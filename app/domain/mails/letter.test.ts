import { expect, test } from 'vitest'
import { htmlLetter, type Letter, plainLetter } from './letter.ts'

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

test('HTML says the same, loads nothing, uses no table and shows what was typed as text', () => {
  const html = htmlLetter(letter, { locale: 'my', colour: '#7a1f2b' })
  const words = html
    .replace(/<title>.*<\/title>/, '')
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
  expect(html).toContain('href="https://sinar.test/x?a=1&amp;b=&quot;2&quot;"')
  expect(html).toContain('<title>Resit &lt;b&gt;</title>')
  expect(html).toContain('border-top:4px solid #7a1f2b')
  expect(html).not.toMatch(/<(table|img|script|link|style)|url\(|@import/)
  expect(html.length).toBeLessThan(4_000)
})

test('a colour that is none is not put into the style', () => {
  const html = htmlLetter(letter, { locale: 'en', colour: 'red;background:url(//evil.test)' })
  expect(html).not.toContain('evil.test')
})
