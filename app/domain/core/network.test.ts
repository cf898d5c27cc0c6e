import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressOf, networkOf, visitorAddress } from './network.ts'

describe('an address', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    [' 192.0.2.1 ', '192.0.2.1'],
    ['192.0.2.1:51234', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:0201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
    ['[::ffff:192.0.2.1]:443', '192.0.2.1'],
    ['2001:0DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::1', '::1'],
    ['::', '::'],
  ])('%s is %s', (text, address) => expect(addressOf(text)).toBe(address))

  test.each([
    null,
    undefined,
    '',
    'unknown',
    '_hidden',
    '999.1.1.1',
    '192.0.2',
    '192.0.2.1.5',
    '2001:db8::1::2',
    '[2001:db8::1',
    '192.0.2.1\u0000',
    "1' or '1",
    'x'.repeat(10_000),
  ])('%j is none', (text) => expect(addressOf(text)).toBeUndefined())

  test('is the same however it was written', () => {
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        const address = addressOf(text)
        expect(address).toBeDefined()
        expect(addressOf(address)).toBe(address)
        expect(addressOf(`[${text.toUpperCase()}]:80`)).toBe(address)
        expect(networkOf(text)).toBe(networkOf(address!))
      }),
    )
  })
})

describe('one visitor', () => {
  test.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['192.0.2.1', '192.0.2.1'],
  ])('%s is of %s', (ip, network) => expect(networkOf(ip)).toBe(network))

  test('is all 2^64 addresses of a line, and not those of the next', () => {
    const hex = fc.integer({ min: 0, max: 0xffff }).map((group) => group.toString(16))
    const lower = fc.tuple(hex, hex, hex, hex).map((groups) => groups.join(':'))
    fc.assert(
      fc.property(lower, lower, (one, other) => {
        expect(networkOf(`2001:db8:1:2:${one}`)).toBe(networkOf(`2001:db8:1:2:${other}`))
        expect(networkOf(`2001:db8:1:2:${one}`)).not.toBe(networkOf(`2001:db8:1:3:${one}`))
      }),
    )
  })

  test('is whoever has no address', () => {
    expect([networkOf(null), networkOf('nonsense')]).toEqual(['unknown', 'unknown'])
  })
})

describe('where a request came from', () => {
  test.each([
    ['203.0.113.9, 198.51.100.7', '198.51.100.7'],
    ['203.0.113.9, 2001:DB8::7', '2001:db8::7'],
    ['198.51.100.7:4711', '198.51.100.7'],
    ['203.0.113.9, unknown', '192.0.2.1'],
    ['203.0.113.9,', '192.0.2.1'],
    ['', '192.0.2.1'],
    [null, '192.0.2.1'],
  ])('%j behind a proxy of ours is %s', (header, address) => {
    expect(visitorAddress('::ffff:192.0.2.1', header, true)).toBe(address)
    expect(visitorAddress('::ffff:192.0.2.1', header, false)).toBe('192.0.2.1')
  })

  test('is nowhere when nobody tells', () => {
    expect(visitorAddress('', 'unknown', true)).toBeNull()
  })
})
