import { describe, expect, test } from 'vitest'
import { permissions, roles, scopeOf } from '#app/domain/core/access/access.ts'
import { isOver, stages } from './stage.ts'

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
