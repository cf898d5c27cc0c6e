import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  blindIndex,
  blindIndexes,
  keyringOf,
  open,
  resealNeeded,
  type SecretCell,
  SecretUnreadable,
  seal,
} from './secrets.ts'

const oldKey = randomBytes(32)
const ring = keyringOf(oldKey)
const cell: SecretCell = { place: 't_alpha', table: 'entity', column: 'smtp_password_sealed', row: 'row-1' }

test('any text comes back from its own cell', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(open(ring, cell, seal(ring, cell, text))).toBe(text)
    }),
  )
})

test('the same text is sealed differently each time, and does not show', () => {
  const sealed = Array.from({ length: 100 }, () => seal(ring, cell, 'hunter2'))
  expect(new Set(sealed).size).toBe(100)
  for (const text of sealed)
    expect(Buffer.from(text.split('.')[2]!, 'base64url').toString('latin1')).not.toContain('hunter2')
})

describe('a sealed value that was moved does not open', () => {
  const elsewhere: Partial<SecretCell>[] = [
    { place: 't_beta' },
    { table: 'operator' },
    { column: 'account_number_sealed' },
    { row: 'row-2' },
    { table: 'entity","smtp', column: 'x' },
  ]
  test.each(elsewhere)('%j', (other) => {
    const sealed = seal(ring, cell, 'hunter2')
    expect(() => open(ring, { ...cell, ...other }, sealed)).toThrow(SecretUnreadable)
  })
})

test('a sealed value of which any character was changed does not open', () => {
  const sealed = seal(ring, cell, 'hunter2')
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = sealed.slice(0, index) + (sealed[index] === 'A' ? 'B' : 'A') + sealed.slice(index + 1)
    const opened = (() => {
      try {
        return open(ring, cell, changed)
      } catch (error) {
        expect(error).toBeInstanceOf(SecretUnreadable)
        return undefined
      }
    })()
    // The last character of base64 may carry bits that mean nothing.
    if (index < sealed.length - 1) expect(opened).toBeUndefined()
  }
})

test.each(['', 'x', 'v1', 'v1..', 'v1.a.b', 'v2.x.y', `v1.${'a'.repeat(8)}.${'A'.repeat(40)}`])(
  'rubbish %j does not open',
  (text) => {
    expect(() => open(ring, cell, text)).toThrow(SecretUnreadable)
  },
)

test('the refusal tells neither the value nor the key', () => {
  const sealed = seal(ring, cell, 'hunter2')
  expect(() => open(keyringOf(randomBytes(32)), cell, sealed)).toThrow(
    'a sealed value of entity.smtp_password_sealed cannot be opened',
  )
})

describe('rotation', () => {
  const rotated = keyringOf(randomBytes(32), [oldKey])

  test('what the older key sealed still opens, is known to be old, and is new after sealing again', () => {
    const old = seal(ring, cell, 'hunter2')
    expect(open(rotated, cell, old)).toBe('hunter2')
    expect(resealNeeded(rotated, old)).toBe(true)
    const fresh = seal(rotated, cell, open(rotated, cell, old))
    expect(resealNeeded(rotated, fresh)).toBe(false)
    expect(open(rotated, cell, fresh)).toBe('hunter2')
    expect(() => open(ring, cell, fresh)).toThrow(SecretUnreadable)
  })

  test('fingerprints of both keys are searched for, newest first', () => {
    const column = { place: 't_alpha', table: 'student', column: 'identity_no' }
    const value = '140102-00-1234'
    expect(blindIndexes(rotated, column, value)).toEqual([
      blindIndex(rotated, column, value),
      blindIndex(ring, column, value),
    ])
  })
})

describe('blind index', () => {
  const column = { place: 't_alpha', table: 'student', column: 'identity_no' }
  const index = (value: string, at = {}) => blindIndex(ring, { ...column, ...at }, value).toString('hex')

  test.each(['140102001234', ' 140102 00 1234 ', '140102–00–1234', '１４0102-00-1234'])(
    '%j is the same number',
    (value) => {
      expect(index(value)).toBe(index('140102-00-1234'))
    },
  )
  test('letters count, their case does not', () => {
    expect(index('a1234567')).toBe(index('A1234567'))
    expect(index('B1234567')).not.toBe(index('A1234567'))
  })
  test('another organisation, table, column or key gives another fingerprint', () => {
    const others = [{ place: 't_beta' }, { table: 'parent' }, { column: 'phone' }].map((at) =>
      index('140102001234', at),
    )
    const otherKey = blindIndex(keyringOf(randomBytes(32)), column, '140102001234').toString('hex')
    expect(new Set([index('140102001234'), otherKey, ...others]).size).toBe(5)
  })
})
