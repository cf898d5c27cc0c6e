import { describe, expect, test } from 'vitest'
import { newId } from './id.ts'

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
})
