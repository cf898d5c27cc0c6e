import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toHtml, toText, toWhatsApp } from './markup.ts'

const body = `Salam {parent},
yuran **{student}** perlu dibayar.

- pertama
- **kedua**

Lihat https://sekolah.test/a?b=1&c=2. Atau [sini](https://bayar.test/x) atau [bayar]({link}).`
const facts = { parent: '**Ali** <b>', student: '[x](https://evil.test)', link: 'https://sinar.test/pay' }

test('HTML', () => {
  expect(
    toHtml(body, facts),
  ).toBe(`<p>Salam **Ali** &lt;b&gt;,<br>yuran <strong>[x](https://evil.test)</strong> perlu dibayar.</p>
<ul><li>pertama</li><li><strong>kedua</strong></li></ul>
<p>Lihat <a href="https://sekolah.test/a?b=1&amp;c=2" rel="noopener noreferrer nofollow">https://sekolah.test/a?b=1&amp;c=2</a>. Atau <a href="https://bayar.test/x" rel="noopener noreferrer nofollow">sini</a> (bayar.test) atau <a href="https://sinar.test/pay" rel="noopener noreferrer nofollow">bayar</a> (sinar.test).</p>`)
})

test('plain text, and the bold of WhatsApp', () => {
  expect(toText(body, facts)).toBe(`Salam **Ali** <b>,
yuran [x](https://evil.test) perlu dibayar.

- pertama
- kedua

Lihat https://sekolah.test/a?b=1&c=2. Atau sini: https://bayar.test/x atau bayar: https://sinar.test/pay.`)
  expect(toWhatsApp('Hari **Sabtu ini** & **{student}**', { student: 'A*b' })).toBe('Hari *Sabtu ini* & *Ab*')
})

test('without facts placeholders stay; without its value a link is only its words', () => {
  expect(toText('{parent} {link}')).toBe('{parent} {link}')
  expect(toText('[bayar]({link})|{link}|{parent}', {})).toBe('bayar||')
})

test.each([
  'javascript:alert(1)',
  '[x](javascript:alert(1))',
  '[x](https://user:pw@evil.test/)',
  'https://sekolah.test@evil.test/',
  '[x](data:text/html,x)',
])('%s is text', (text) => {
  expect(toHtml(text)).not.toContain('<a')
})

test('words that look like another address are followed by the host', () => {
  expect(toHtml('[https://bank.test](https://evil.test/bank.test)')).toContain('</a> (evil.test)')
  expect(toHtml('[evil.test](https://evil.test/x)')).not.toContain('(evil.test)')
})

test('writing never turns around, and nothing is hidden', () => {
  expect(toText('a\u202Eb\u200Bc\u0000d\u0007')).toBe('abcd')
})

test('no HTML but ours, whatever is typed or filled in', () => {
  const hostile = fc.array(
    fc.constantFrom(
      ...[
        '<script>',
        '</p>',
        '"',
        "'",
        '>',
        '<img src=x onerror=1>',
        '**',
        '[',
        '](',
        ')',
        'https://a.test',
        '{link}',
      ],
      ...[
        'javascript:',
        '&lt;',
        '\n',
        '\r\n',
        '- ',
        '\u2028',
        '\u202E',
        '{parent}',
        ' ',
        'http://x" onclick="y',
        '\\',
        '&',
      ],
    ),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(hostile, hostile, (typed, value) => {
      const html = toHtml(typed.join(''), { parent: value.join(''), link: value.join('') })
      const left = html
        .replace(/<a href="https?:\/\/[^"<>\s]*" rel="noopener noreferrer nofollow">/g, '')
        .replace(/<\/?(?:p|ul|li|strong)>|<\/a>|<br>/g, '')
      expect(left).not.toMatch(/[<>"']/)
      const opened: string[] = []
      for (const [, close, name] of html.matchAll(/<(\/?)(p|ul|li|strong|a)\b/g))
        if (close) expect(opened.pop()).toBe(name)
        else opened.push(name!)
      expect(opened).toEqual([])
    }),
    { numRuns: 500 },
  )
})
