import { expect, test } from 'vitest'
import { scopeOf } from '#app/domain/core/access/access.ts'
import { familyRoles } from '#app/domain/reporting/archives/family/family-facts.ts'
import { familySections, notOfFamily } from '#app/domain/reporting/archives/family/sections.ts'
import { printables } from '#app/print/lists.ts'

test('each list that a parent reads of their own is in the family’s archive, or is not about them', () => {
  const own = Object.values(printables)
    .filter(({ access }) => access.view && scopeOf(familyRoles, access.view) === 'own')
    .map(({ name }) => name)
  const known: string[] = [...familySections, ...notOfFamily]
  expect(own.filter((name) => !known.includes(name) && !name.startsWith('report/'))).toEqual([])
  expect(familySections.filter((name) => !own.includes(name))).toEqual([])
})
