import { describe, expect, test } from 'vitest'
import { isPublicAddress, publicAddress } from './public-address.ts'

describe('which addresses are public', () => {
  test.each(['8.8.8.8', '1.1.1.1', '100.63.255.255', '172.32.0.1', '2606:4700::1111', '2404:6800:4001::1'])(
    '%s is',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )
  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:8.8.8.8',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'ff02::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2001::1',
    '0177.0.0.1',
    '2130706433',
    'localhost',
    '',
  ])('%s is not', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})

test('a name is resolved once, and the answer is the address to connect to', async () => {
  const answers = [['8.8.8.8'], ['127.0.0.1']]
  const lookup = async () => answers.shift()!.map((address) => ({ address, family: 4 }))
  expect(await publicAddress('rebinding.test', lookup)).toBe('8.8.8.8')
  expect(answers).toHaveLength(1)
})

test('a name that leads to one of our own addresses, too, has none', async () => {
  for (const found of [
    ['8.8.8.8', '10.0.0.1'],
    ['10.0.0.1', '8.8.8.8'],
  ]) {
    const lookup = async () => found.map((address) => ({ address, family: 4 }))
    expect(await publicAddress('both.test', lookup)).toBeUndefined()
  }
})

test('a name without an address has none', async () => {
  expect(await publicAddress('nobody.test', async () => [])).toBeUndefined()
  expect(await publicAddress('broken.test', () => Promise.reject(new Error('SERVFAIL')))).toBeUndefined()
})
