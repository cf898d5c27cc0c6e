import { describe, expect, test } from 'vitest'
import { systemActor } from '#app/domain/core/actor.ts'
import { isOwnEntry, isOwnRequest, refuseOwnEntry, refuseOwnRequest } from './four-eyes.ts'

const azman = { ...systemActor, type: 'user' as const, id: 'azman', roles: ['superadmin' as const] }
const nobody = { created_by: null, received_by: null }

describe('an entry', () => {
  test.each([
    [{ created_by: 'azman', received_by: 'siti' }, true],
    [{ created_by: 'siti', received_by: 'azman' }, true],
    [{ created_by: 'siti', received_by: 'siti' }, false],
    [nobody, false],
  ])('%j is own: %s', (entry, own) => {
    expect(isOwnEntry(azman, entry)).toBe(own)
    if (own) expect(() => refuseOwnEntry(azman, entry)).toThrow('four_eyes.own_entry')
    else expect(() => refuseOwnEntry(azman, entry)).not.toThrow()
  })

  test('that the product made is not the own one of whoever has no account', () => {
    expect(isOwnEntry({ id: null }, nobody)).toBe(false)
  })
})

test('a request is own by the person, whatever their role', () => {
  expect(isOwnRequest(azman, { requested_by: 'azman' })).toBe(true)
  expect(() => refuseOwnRequest(azman, { requested_by: 'azman' })).toThrow('four_eyes.own_request')
  expect(() => refuseOwnRequest(azman, { requested_by: 'siti' })).not.toThrow()
})
