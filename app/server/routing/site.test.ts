import { expect, test } from 'vitest'
import { hostOf } from './site.ts'

test.each([
  ['alpha.lunas.test', 'alpha.lunas.test'],
  ['ALPHA.Lunas.TEST', 'alpha.lunas.test'],
  ['alpha.lunas.test:3000', 'alpha.lunas.test'],
  ['alpha.lunas.test:80', 'alpha.lunas.test'],
  ['xn--sekolh-7ta.test', 'xn--sekolh-7ta.test'],
  ['127.0.0.1:3000', '127.0.0.1'],
  ['a', 'a'],
])('%s is the host %s', (header, host) => {
  expect(hostOf(header)).toBe(host)
})

test.each([
  null,
  '',
  ' ',
  'alpha.lunas.test ',
  ' alpha.lunas.test',
  'alpha lunas.test',
  'alpha.lunas.test.',
  '.lunas.test',
  '-lunas.test',
  'lunas.test-',
  'alpha_beta.test',
  'alpha.lunas.test:',
  'alpha.lunas.test:abc',
  'alpha.lunas.test:123456',
  'alpha.lunas.test:3000:3000',
  'alpha.lunas.test/path',
  'alpha.lunas.test?x',
  'alpha.lunas.test#x',
  'user@alpha.lunas.test',
  'user:secret@alpha.lunas.test',
  'alpha.lunas.test, beta.lunas.test',
  'http://alpha.lunas.test',
  '[::1]:3000',
  '[::1]',
  '%61lpha.lunas.test',
  'alpha.lunas.test\u0000',
  'sekoláh.test',
  'alphа.lunas.test',
  '*.lunas.test',
  "alpha'--.test",
  `${'a'.repeat(254)}.test`,
])('%j is no host', (header) => {
  expect(hostOf(header)).toBeUndefined()
})
