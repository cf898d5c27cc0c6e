import fc from 'fast-check'
import { expect, test } from 'vitest'
import { roles } from '#app/domain/core/access/access.ts'
import { profileNames, profilesOf, rolesWithin } from './profiles.ts'

test('roles make profiles', () => {
  expect(profilesOf([])).toEqual([])
  expect(profilesOf(['clerk', 'admin'])).toEqual(['staff'])
  expect(profilesOf(['parent', 'trainer'])).toEqual(['trainer', 'parent'])
  expect(profilesOf(['parent', 'clerk', 'trainer'])).toEqual(['staff', 'trainer', 'parent'])
})

test('a profile never gives a role that its person does not hold, and all of them together give every one', () => {
  fc.assert(
    fc.property(fc.subarray([...roles]), fc.constantFrom(null, ...profileNames), (held, profile) => {
      const within = rolesWithin(held, profile)
      expect(within.every((role) => held.includes(role))).toBe(true)
      expect(within.length).toBeLessThanOrEqual(held.length)
      expect(
        profilesOf(held)
          .flatMap((name) => rolesWithin(held, name))
          .sort(),
      ).toEqual([...held].sort())
      expect(rolesWithin(held, null)).toEqual(held)
    }),
  )
})
