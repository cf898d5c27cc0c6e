import { describe, expect, test } from 'vitest'
import { permissions, roles, scopeOf } from '#app/domain/core/access/access.ts'
import { addDays, addMonths, daysBetween } from '#app/domain/core/dates.ts'
import { dayShare, isOver, nothingToRenew, nothingToUpgrade, stages } from './subscription.ts'

const doing = [
  'invoice.create',
  'invoice.edit',
  'payment.record',
  'generation.run',
  'student.create',
] as const

test('until the grace is over nobody is kept from anything', () => {
  for (const stage of [null, 'trial', 'active', 'grace'] as const)
    for (const role of roles)
      for (const permission of permissions) expect(isOver(stage, [role], permission)).toBe(false)
})

describe.each(['limited', 'ended'] as const)('when it is %s', (stage) => {
  test('a family does whatever it did before', () => {
    const own = permissions.filter((permission) => scopeOf(['parent'], permission))
    expect(own).toContain('payment.pay_online')
    for (const permission of own)
      expect([permission, isOver(stage, ['parent'], permission)]).toEqual([permission, false])
  })

  test('staff change nothing, but for their own account and the way back', () => {
    for (const permission of doing) expect(isOver(stage, ['superadmin'], permission)).toBe(true)
    expect(isOver(stage, ['superadmin'], 'subscription.renew')).toBe(false)
    expect(isOver(stage, ['clerk'], 'profile.edit')).toBe(false)
  })

  test('the owner reads and takes away all', () => {
    for (const permission of ['invoice.view', 'invoice.print', 'payment.view', 'audit.print'] as const)
      expect(isOver(stage, ['superadmin'], permission)).toBe(false)
  })

  test('who is a parent, too, gets no more of staff by it', () => {
    expect(isOver(stage, ['clerk', 'parent'], 'invoice.create')).toBe(true)
  })
})

test('other staff read while it is limited, and no longer once it has ended', () => {
  expect(isOver('limited', ['clerk'], 'invoice.view')).toBe(false)
  expect(isOver('ended', ['clerk'], 'invoice.view')).toBe(true)
  expect(isOver('ended', ['clerk'], 'dashboard.view')).toBe(false)
  expect(stages).toHaveLength(5)
})

test.each([
  ['a whole year', 480_00, '2026-01-01', '2027-01-01', 480_00],
  ['a whole leap year', 480_00, '2027-07-01', '2028-07-01', 480_00],
  ['three years', 480_00, '2026-01-01', '2029-01-01', 1_440_00],
  ['half a year of 365 days', 365_00, '2026-01-01', '2026-07-02', 182_00],
  ['one day', 480_00, '2026-12-30', '2026-12-31', 1_32],
  ['half a sen is rounded up', 73, '2026-07-01', '2026-09-12', 15],
  ['the last day', 480_00, '2026-12-31', '2026-12-31', 0],
  ['a day after it', 480_00, '2027-01-01', '2026-12-31', 0],
  ['a package that is cheaper', -480_00, '2026-01-01', '2026-12-31', 0],
  ['two years and one day to a leap day', 366_00, '2026-02-27', '2028-02-29', 732_00 + 1_00],
])('%s', (_, difference, today, last, sen) => {
  expect(dayShare(difference, today, last)).toBe(sen)
})

/** Counts day by day, each with what it costs in its own year, as a fraction. */
function oracle(difference: number, today: string, last: string): number {
  const years: [string, string][] = []
  for (let n = 0; n < 5; n += 1) years.push([addMonths(last, -12 * (n + 1)), addMonths(last, -12 * n)])
  let sum = 0n
  const scale = 365n * 366n
  for (let day = today; day < last; day = addDays(day, 1)) {
    const [from, to] = years.find(([from, to]) => from <= day && day < to)!
    sum += (BigInt(difference) * scale) / BigInt(daysBetween(from, to))
  }
  return Number((2n * sum + scale) / (2n * scale))
}

test('comes to what its days come to, one by one', () => {
  let seed = 4711
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  for (let n = 0; n < 150; n += 1) {
    const today = addDays('2026-01-01', random(1_200))
    const last = addDays(today, random(1_090))
    const difference = 1 + random(500_000)
    expect([today, last, difference, dayShare(difference, today, last)]).toEqual([
      today,
      last,
      difference,
      oracle(difference, today, last),
    ])
  }
})

const held = { status: 'active', yearly_fee_sen: 480_00, next_package_id: null }
const offer = (yearly_fee_sen: number) => ({ id: String(yearly_fee_sen), yearly_fee_sen, over: [] })
const small = { ...offer(960_00), over: [{ noun: 'student' as const, has: 2, limit: 1 }] }

test('a next year is not offered where nothing is sold, nothing fits, or what follows is sold no more', () => {
  expect(nothingToRenew(held, [small, offer(480_00)])).toBe(null)
  expect(nothingToRenew({ ...held, status: 'ended' }, [offer(480_00)])).toBe(null)
  expect(nothingToRenew(held, [small])).toBe('too_small')
  expect(nothingToRenew(held, [])).toBe('none_sold')
  expect(nothingToRenew({ ...held, next_package_id: 'x' }, [])).toBe('follower_unsold')
  expect(nothingToRenew(undefined, [offer(480_00)])).toBe('none_held')
})

test('a change is not offered beside one that follows, while not active, nor where none is dearer, fits or has days', () => {
  const dearer = [offer(960_00)]
  expect(nothingToUpgrade(held, dearer, dearer)).toBe(null)
  expect(nothingToUpgrade({ ...held, next_package_id: 'x' }, dearer, [])).toBe('follower_waits')
  expect(nothingToUpgrade({ ...held, status: 'grace' }, dearer, [])).toBe('not_active')
  expect(nothingToUpgrade(held, [small], [small])).toBe('too_small')
  expect(nothingToUpgrade(held, dearer, [])).toBe('no_days_left')
  expect(nothingToUpgrade(held, [], [])).toBe('none_sold')
  expect(nothingToUpgrade(held, [offer(480_00)], [])).toBe('none_dearer')
  expect(nothingToUpgrade(undefined, dearer, dearer)).toBe('none_held')
})
