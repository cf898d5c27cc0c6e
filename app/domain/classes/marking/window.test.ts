import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { roles as allRoles } from '#app/domain/core/access/access.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { changeableUntil, mayChangeOn } from './window.ts'

const today = '2026-03-10'
const back = (days: number) => addDays(today, -days)

describe('the days on which a session may be changed', () => {
  it.each([
    ['trainer', 7],
    ['class-assistant', 7],
    ['class-admin', 31],
    ['supervisor', 31],
  ] as const)('%s: up to %i days back', (role, days) => {
    expect(mayChangeOn([role], today, today)).toBe(true)
    expect(mayChangeOn([role], back(days), today)).toBe(true)
    expect(mayChangeOn([role], back(days + 1), today)).toBe(false)
    expect(changeableUntil([role], back(days))).toBe(today)
  })

  it('has no end for managers', () => {
    expect(mayChangeOn(['admin'], back(4000), today)).toBe(true)
    expect(mayChangeOn(['superadmin'], back(4000), today)).toBe(true)
    expect(changeableUntil(['admin'], today)).toBeNull()
  })

  it.each(['clerk', 'parent', 'helper'] as const)('never begins for %s', (role) => {
    expect(mayChangeOn([role], today, today)).toBe(false)
  })

  const anyRoles = fc.subarray([...allRoles])
  const anyDay = fc.integer({ min: -400, max: 400 }).map(back)

  it('takes the role that reaches furthest, and nobody reaches ahead', () => {
    fc.assert(
      fc.property(anyRoles, anyDay, (roles, on) => {
        const each = roles.some((role) => mayChangeOn([role], on, today))
        expect(mayChangeOn(roles, on, today)).toBe(each)
        if (on > today) expect(each).toBe(false)
      }),
    )
  })
})
