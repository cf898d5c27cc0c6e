import { expect, test } from 'vitest'
import { ownPath } from './paths.ts'

const fallback = '/home'

test.each([
  '/',
  '/dashboard',
  '/category?page=2&q=a%20b',
  '/invoice/view/0198f000-0000-7000-8000-000000000000',
  '/a/b/c',
  '/x?to=https://evil.test',
  '/x?to=//evil.test',
])('leads on to %s', (path) => {
  expect(ownPath(path, fallback)).toBe(path)
})

test('drops the fragment, which no server sees', () => {
  expect(ownPath('/a#b', fallback)).toBe('/a')
})

test.each([
  null,
  undefined,
  '',
  ' ',
  'dashboard',
  './dashboard',
  '../dashboard',
  '//evil.test',
  '///evil.test',
  '////evil.test',
  '/\\evil.test',
  '/\\/evil.test',
  '\\\\evil.test',
  '\\/evil.test',
  '/x\\y',
  'http://evil.test',
  'https://evil.test',
  'HTTPS://evil.test',
  'https:evil.test',
  'https:/evil.test',
  'https:///evil.test',
  'ftp://evil.test',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'mailto:a@b.test',
  ' //evil.test',
  '\t//evil.test',
  '/\t/evil.test',
  '/\n/evil.test',
  '/\r/evil.test',
  '/ /evil.test',
  '\n/dashboard',
  '/dash board',
  '/a\u0000b',
  '/sekoláh',
  '/․․/evil',
  '@evil.test',
  'evil.test',
  '?to=/x',
  '#/x',
  `/${'a'.repeat(2_000)}`,
])('does not lead on to %j', (text) => {
  expect(ownPath(text, fallback)).toBe(fallback)
})

test.each(['/.//evil.test', '/..//evil.test', '/x/..//evil.test', '/%2e%2e//evil.test', '/%2F/evil.test'])(
  'what a browser makes of %s stays on our host',
  (text) => {
    const path = ownPath(text, fallback)
    expect(new URL(path, 'http://own.test').host).toBe('own.test')
  },
)
