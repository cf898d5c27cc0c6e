import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isFamilyCode, newFamilyCode } from './family-code.ts'

const alphabet = [...'ABCDEFGHJKLMNPQRSTUVWXYZ23456789']
const anyCode = fc
  .infiniteStream(fc.nat())
  .map((stream) => newFamilyCode((below) => stream.next().value! % below))

test('a new code has eight characters that are not misread, and fits', () => {
  const code = newFamilyCode((below) => randomInt(below))
  expect(code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/)
  expect(isFamilyCode(code)).toBe(true)
  expect(isFamilyCode(code.toLowerCase())).toBe(true)
})

test('one wrong character is noticed', () => {
  fc.assert(
    fc.property(anyCode, fc.nat({ max: 7 }), fc.constantFrom(...alphabet), (code, at, other) => {
      fc.pre(code[at] !== other)
      expect(isFamilyCode(code.slice(0, at) + other + code.slice(at + 1))).toBe(false)
    }),
  )
})

test('two neighbours that changed places are noticed, but for the first and last of the alphabet', () => {
  fc.assert(
    fc.property(anyCode, fc.nat({ max: 6 }), (code, at) => {
      const pair = code.slice(at, at + 2)
      fc.pre(pair[0] !== pair[1] && !/^(A9|9A)$/.test(pair))
      expect(isFamilyCode(code.slice(0, at) + pair[1] + pair[0] + code.slice(at + 2))).toBe(false)
    }),
  )
})

test.each(['', 'ABCDEFG', 'ABCDEFGHJ', 'ABCDEFG0', 'ABC DEFG', 'ÄBCDEFGH'])('%j is no code', (text) => {
  expect(isFamilyCode(text)).toBe(false)
})
