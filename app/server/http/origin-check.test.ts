import { expect, test } from 'vitest'
import { isCrossSite, isGatewayPath } from './origin-check.ts'

const own = 'http://alpha.localhost:3000'
const request = (headers: Record<string, string>, method = 'POST') =>
  new Request(`${own}/category/new`, { method, headers })

test.each([
  { origin: own, 'sec-fetch-site': 'same-origin' },
  { origin: own },
  { 'sec-fetch-site': 'same-origin' },
  { origin: own, 'sec-fetch-site': 'none' },
  {},
])('a form of our own page passes: %o', (headers) => {
  expect(isCrossSite(request(headers as Record<string, string>), own)).toBe(false)
})

test.each([
  { origin: 'https://evil.test' },
  { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' },
  { origin: own, 'sec-fetch-site': 'cross-site' },
  { origin: 'http://beta.localhost:3000', 'sec-fetch-site': 'same-site' },
  { origin: 'http://beta.localhost:3000' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'anything' },
  { origin: 'null' },
  { origin: '' },
  { origin: 'https://alpha.localhost:3000' },
  { origin: 'http://alpha.localhost' },
  { origin: `${own}.evil.test` },
  { origin: `${own}, https://evil.test` },
  { cookie: 'lunas=x' },
])('a form of somebody else is refused: %o', (headers) => {
  expect(isCrossSite(request(headers as Record<string, string>), own)).toBe(true)
})

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'MKCOL'])(
  '%s is asked where it comes from',
  (method) => {
    expect(isCrossSite(request({ origin: 'https://evil.test' }, method), own)).toBe(true)
  },
)

test.each(['GET', 'HEAD', 'OPTIONS'])('%s changes nothing and may come from anywhere', (method) => {
  expect(isCrossSite(request({ origin: 'https://evil.test' }, method), own)).toBe(false)
})

test('only the addresses of gateways are called by others', () => {
  expect(isGatewayPath('/fpx/direct')).toBe(true)
  expect(isGatewayPath('/chip/callback/0190')).toBe(true)
  expect(isGatewayPath('/message/report/sms/0190')).toBe(true)
  for (const path of [
    '/chip/callback',
    '/chip/other/0190',
    '/chip/callback/0190/x',
    '/fpx',
    '/fpx/direct/',
    '/fpx/Direct',
    '/fpx/direct.data',
    '//fpx/direct',
  ])
    expect(isGatewayPath(path), path).toBe(false)
})
