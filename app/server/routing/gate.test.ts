import { expect, test } from 'vitest'
import type { Access } from '#app/domain/core/access/route-access.ts'
import { decide, type Profile } from './gate.ts'

const proceed = { kind: 'proceed' }
const refuse = { kind: 'refuse' }
const to = (path: string) => ({ kind: 'redirect', to: path })
const out = (path: string) => ({ kind: 'redirect', to: path, endSession: true })
const late = (path: string) => ({ ...out(path), timeout: true })

type Row = [Access | undefined, Record<Profile, object>]

/** The route guard of the product's specification: what a route declares × what a session stands for. */
const table: Row[] = [
  [
    undefined,
    { none: refuse, nobody: refuse, ended: refuse, user: refuse, operator: refuse, helper: refuse },
  ],
  [
    'guest',
    { none: proceed, nobody: proceed, ended: proceed, user: proceed, operator: proceed, helper: proceed },
  ],
  [
    'gateway',
    { none: proceed, nobody: proceed, ended: proceed, user: proceed, operator: proceed, helper: proceed },
  ],
  [
    'operator',
    {
      none: to('/admin/login'),
      nobody: out('/admin/login'),
      ended: late('/admin/login'),
      user: to('/dashboard'),
      operator: proceed,
      helper: refuse,
    },
  ],
  [
    'admin.collection.view',
    {
      none: to('/admin/login'),
      nobody: out('/admin/login'),
      ended: late('/admin/login'),
      user: to('/dashboard'),
      operator: { ...proceed, operatorPermission: 'admin.collection.view' },
      helper: refuse,
    },
  ],
  [
    'signed-in',
    {
      none: to('/login'),
      nobody: out('/login'),
      ended: late('/login'),
      user: proceed,
      operator: proceed,
      helper: proceed,
    },
  ],
  [
    'category.view',
    {
      none: to('/login'),
      nobody: out('/login'),
      ended: late('/login'),
      user: { ...proceed, permissions: ['category.view'] },
      operator: to('/admin/dashboard'),
      helper: { ...proceed, permissions: ['category.view'] },
    },
  ],
]

const cases = table.flatMap(([access, row]) =>
  Object.entries(row).map(([profile, decision]) => ({ access, profile: profile as Profile, decision })),
)

test.each(cases)('$access for $profile', ({ access, profile, decision }) => {
  expect(decide(access, profile, 'view')).toEqual(decision)
  expect(decide(access, profile, 'change')).toEqual(decision)
})

test('a route may need another permission to change than to view', () => {
  const access = { view: 'category.view', change: 'category.edit' } as const
  expect(decide(access, 'user', 'view')).toEqual({ kind: 'proceed', permissions: ['category.view'] })
  expect(decide(access, 'user', 'change')).toEqual({ kind: 'proceed', permissions: ['category.edit'] })
})

test('a route may be open with any of several permissions', () => {
  const access = { any: ['payment.cancel', 'payment.request_cancel'] } as const
  for (const mode of ['view', 'change'] as const)
    expect(decide(access, 'user', mode)).toEqual({ kind: 'proceed', permissions: access.any })
  expect(decide(access, 'none', 'view')).toEqual(to('/login'))
})
