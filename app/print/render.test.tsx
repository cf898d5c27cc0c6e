import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { i18nOf } from '#app/i18n/i18n.ts'
import { stylesheet } from '#tests/support/pages/stylesheet.ts'
import { paperCss } from './paper-css.ts'
import { htmlOf } from './render.tsx'
import { TableDocument } from './TableDocument.tsx'

const hostile = '</title></style><script>alert(1)</script>'

function list(name: string) {
  return (
    <TableDocument
      organisation={{ name }}
      logo={null}
      title="Senarai"
      columns={[{ key: 'name', label: 'category.name' }]}
      page={{ rows: [{ name }], totals: {}, total: 1 }}
      filters={[{ label: 'Status', value: name }]}
      printed="31 Jan 2026, 14:05"
    />
  )
}

test('a document is one complete HTML text in its language, in the organisation’s colour', () => {
  const html = htmlOf({ title: 'Senarai', i18n: i18nOf('my'), colour: '#7a1f2b', page: list('Tadika Sinar') })
  expect(html).toMatch(/^<!doctype html><html lang="ms-MY"><head><meta charSet="utf-8"\/>/)
  expect(html).toContain('<title>Senarai</title>')
  expect(html).toContain(':root{--tenant:#7a1f2b')
  expect(html).toContain('Dicetak 31 Jan 2026, 14:05')
  expect(html.endsWith('</body></html>')).toBe(true)
})

test('it asks for nothing from outside, and what people typed is text', () => {
  const html = htmlOf({ title: hostile, i18n: i18nOf('en'), colour: hostile, page: list(hostile) })
  expect(html).not.toContain('<script')
  expect(html.match(/<\/style>/g)).toHaveLength(1)
  expect(html).not.toMatch(/@import|url\(|https?:|<(link|iframe|object|base)\b/)
  expect(html).toContain('default-src &#x27;none&#x27;')
})

describe('the stylesheet of documents', () => {
  test('is the one that Vite gives to the pages', async () => {
    const rules = (css: string) => (css.match(/[{};]/g) ?? []).length
    const names = (css: string) => new Set(css.match(/\.[a-z][\w-]*(?=[\s,{:>.])/g))
    const ofVite = await stylesheet('paper')
    expect([...names(ofVite)].filter((name) => !names(paperCss()).has(name))).toEqual([])
    expect(rules(paperCss())).toBeGreaterThanOrEqual(rules(ofVite))
  })

  test('is found wherever the process was started', async () => {
    const script = `import('${new URL('./paper-css.ts', import.meta.url)}').then(({ paperCss }) => console.log(paperCss().length))`
    const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', tsx, '-e', script], {
      cwd: '/',
    })
    expect(Number(stdout)).toBe(paperCss().length)
  })
})
