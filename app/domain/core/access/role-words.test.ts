import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { resources } from '#app/i18n/resources.ts'
import { grants, permissions, roles } from './access.ts'
import {
  asGuests,
  partsOf,
  rightsOf,
  roleGroupNames,
  roleGroups,
  splitPermission,
  unbuilt,
} from './role-words.ts'

const known = roleGroupNames.flatMap((group) => [...roleGroups[group]])

test('each resource of the permission table is in one group, and no other is', () => {
  const used = [...new Set(permissions.map((permission) => splitPermission(permission).resource))]
  expect([...known].sort()).toEqual(used.sort())
})

describe.each(['en', 'my'] as const)('in %s', (locale) => {
  const words = resources[locale]!.role as unknown as Record<string, Record<string, string>>
  test('there are words for each resource, verb, scope, group and role, and for nothing else', () => {
    const verbs = [...new Set(permissions.map((permission) => splitPermission(permission).verb))]
    expect(Object.keys(words.resource!).sort()).toEqual([...known].sort())
    expect(Object.keys(words.verb!).sort()).toEqual(verbs.sort())
    expect(Object.keys(words.scope!).sort()).toEqual(['all', 'branch', 'class', 'own'])
    expect(Object.keys(words.group!).sort()).toEqual([...roleGroupNames].sort())
    expect(Object.keys(words.means!).sort()).toEqual([...roles].sort())
  })
  test('no two verbs read alike', () => {
    expect(new Set(Object.values(words.verb!)).size).toBe(Object.keys(words.verb!).length)
  })
})

test('what is said of the roles is the permission table, no more and no less', () => {
  for (const role of roles) {
    const said = known.flatMap((resource) =>
      partsOf(role, resource).flatMap(({ scope, verbs }) =>
        verbs.map((verb) => [`${resource}.${verb}`, scope]),
      ),
    )
    const held = permissions.flatMap((permission) => {
      const scope = (grants[permission] as Partial<Record<string, string>>)[role]
      return scope ? [[permission, scope]] : []
    })
    expect(said.sort()).toEqual(held.sort())
  }
})

test('what nothing in the product asks for is told of no role, and everything else is', () => {
  const sources = globSync('app/**/*.{ts,tsx}')
    .filter(
      (file) =>
        !/\.test\.|domain\/(core\/access\/(access|role-words)|core\/features\/feature|platform\/subscriptions\/subscription)\.ts$/.test(
          file,
        ),
    )
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const built = permissions.filter(
    (permission) => asGuests.has(permission) || sources.includes(`'${permission}'`),
  )
  const parts = new Set(built.map((permission) => splitPermission(permission).resource))
  const missing = permissions.filter((permission) => !built.includes(permission))
  const rights = missing.filter((permission) => parts.has(splitPermission(permission).resource))
  const wholes = known.filter((resource) => !parts.has(resource))
  expect([...unbuilt].sort()).toEqual([...wholes, ...rights].sort())
  const told = roles.flatMap((role) =>
    rightsOf(role).flatMap(({ rights }) =>
      rights.flatMap(({ resource, parts }) =>
        parts.flatMap(({ verbs }) => verbs.map((verb) => `${resource}.${verb}`)),
      ),
    ),
  )
  expect(new Set(told)).toEqual(new Set(built))
})
