import { type Held, scopeOf } from '#app/domain/core/access/access.ts'

export const relationships = ['father', 'mother', 'guardian'] as const
export type Relationship = (typeof relationships)[number]

export const parentStatuses = ['active', 'inactive'] as const

/** How many parents a student may have. */
export const mostParents = 4

/**
 * How much of a parent somebody is told: all but the numbers that are revealed, how to reach them, or their phone alone.
 * A parent is told all of themselves.
 */
export type ParentDetail = 'full' | 'contact' | 'phone'

export function parentDetail(held: readonly Held[]): ParentDetail {
  const edits = scopeOf(held, 'parent.edit')
  if (edits === 'branch' || edits === 'all') return 'full'
  const sees = scopeOf(held, 'parent.view')
  if (sees === 'class') return 'phone'
  return sees === 'own' ? 'full' : 'contact'
}

/** Whether somebody is shown the parents of others at all: their name and phone stand in the list of students. */
export function seesParents(held: readonly Held[]): boolean {
  const sees = scopeOf(held, 'parent.view')
  return sees !== undefined && sees !== 'own'
}

/** Whether somebody is shown what a family owes. */
export function seesBalance(held: readonly Held[]): boolean {
  const sees = scopeOf(held, 'invoice.view')
  return sees === 'branch' || sees === 'all'
}
