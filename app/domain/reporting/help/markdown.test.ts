import { describe, expect, test } from 'vitest'
import { readPaper } from '#app/domain/core/help/paper.ts'
import { renderLine, renderMarkdown, withWords } from './markdown.ts'

const html = (source: string, speak = (text: string) => text.replace(/[[\]]/g, '')) =>
  withWords(renderMarkdown(source, 'en').html, speak)

describe('Markdown that means harm', () => {
  test.each([
    ['<script>alert(1)</script>', '<script'],
    ['Text <img src=x onerror=alert(1)> text', '<img'],
    ['<iframe src="https://evil.test"></iframe>', '<iframe'],
    ['[a](javascript:alert(1))', 'href'],
    ['[a](JaVaScRiPt:alert(1))', 'href'],
    ['[a](data:text/html,x)', 'href'],
    ['[a](//evil.test)', 'href'],
    ['[a](/\\evil.test)', 'href'],
    ['[a](vbscript:x)', 'href'],
    ['<javascript:alert(1)>', 'href'],
    ['![x](https://evil.test/x.png)', '<img'],
    ['![x](picture:no-such-picture)', '<img'],
    ['[a](https://evil.test/" onclick="x)', 'onclick="'],
    ['{{<b>}} [<b>]', '<b>'],
  ])('%s is shown harmlessly', (source, never) => {
    expect(html(source)).not.toContain(never)
  })

  test('HTML is shown as it was written', () => {
    expect(html('<b>Bold</b>')).toContain('&lt;b&gt;Bold&lt;/b&gt;')
    expect(renderMarkdown('<b>x</b>', 'en').hasHtml).toBe(true)
  })
})

test('an organisation puts its own words in, whatever is in them', () => {
  const speak = (text: string) => text.replace('[student]', '*A* & <i>B</i>')
  expect(html('A [student] pays.', speak)).toBe('<p>A *A* &amp; &lt;i&gt;B&lt;/i&gt; pays.</p>\n')
})

test('a link whose words are a noun stays a link', () => {
  expect(html('[invoices](/invoice)')).toBe('<p><a href="/invoice">invoices</a></p>\n')
  expect(html('[the [invoice] page](/invoice)')).toBe('<p><a href="/invoice">the invoice page</a></p>\n')
})

test('figures come from the product, and what is no figure stays to be seen', () => {
  expect(html('From {{fpx_b2c_min}}.')).toBe('<p>From RM1.00.</p>\n')
  const { html: kept, unknownFacts } = renderMarkdown('{{no_such_figure}}', 'en')
  expect(kept).toContain('{{no_such_figure}}')
  expect(unknownFacts).toEqual(['no_such_figure'])
  expect(renderLine('Up to {{fpx_b2c_max}} & more', 'en')).toBe('Up to RM30,000.00 &amp; more')
})

test('headings have ids of their words, each its own, or those that they are given', () => {
  const source = '## Siapa bayar?\n\n## Siapa bayar?\n\n[atas](#siapa-bayar)'
  expect(renderMarkdown(source, 'my').headings.map(({ id }) => id)).toEqual(['siapa-bayar', 'siapa-bayar-2'])
  const given = renderMarkdown(source, 'my', ['who-pays', 'who-pays-2'])
  expect(given.headings.map(({ id }) => id)).toEqual(['who-pays', 'who-pays-2'])
  expect(given.html).toContain('<a href="#who-pays">')
})

test('front matter that is not as it must be names its file', () => {
  const read = (front: string) => () => readPaper('en', 'kb', 'x', `---\n${front}\n---\nText`)
  expect(read('title: A\nsummary: B\nroles: [clerk]')()).toMatchObject({ title: 'A', roles: ['clerk'] })
  expect(read('title: A\nsummary: B\nroles: [wizard]')).toThrow('en/kb/x.md: has no role called wizard')
  expect(read('title: A\nroles: [clerk]')).toThrow('lacks its summary')
  expect(read('title: A\nsummary: B\nroles: [clerk]\nauthor: me')).toThrow('has no field called author')
  expect(read('title: A\nsummary: B\nroles: [clerk]\nversion: soon')).toThrow('version is no date')
  expect(() => readPaper('en', 'kb', 'x', '# Text')).toThrow('has no front matter')
})
