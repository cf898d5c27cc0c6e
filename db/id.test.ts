import { describe, expect, test } from 'vitest'
import { idFrom, newId } from './id.ts'

describe('an id', () => {
  test('is a UUID of version 7 with the moment in it', () => {
    const before = Date.now()
    const id = newId()
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    const moment = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
    expect(moment).toBeGreaterThanOrEqual(before)
    expect(moment).toBeLessThanOrEqual(Date.now())
  })

  test('sorts after those that were made before it, also within a millisecond, and is the only one', () => {
    const ids = Array.from({ length: 2_000 }, newId)
    expect(ids.toSorted()).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('that follows from parts is the same for the same ones, in their order and their bounds', () => {
    expect(idFrom('a', 'b')).toBe(idFrom('a', 'b'))
    expect(idFrom('a', 'b')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(new Set([idFrom('a', 'b'), idFrom('b', 'a'), idFrom('ab'), idFrom('a b')]).size).toBe(4)
  })
})
