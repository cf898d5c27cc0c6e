import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import type { LineInput } from './invoice.ts'

export const today = '2026-01-31'

export const scopes = {
  all: ({ id, branch_ids, parent_id }: Actor): RowScope => scope('all', id, branch_ids, parent_id),
  branch: ({ id, branch_ids, parent_id }: Actor): RowScope => scope('branch', id, branch_ids, parent_id),
  own: ({ id, branch_ids, parent_id }: Actor): RowScope => scope('own', id, branch_ids, parent_id),
}

function scope(
  name: RowScope['scope'],
  id: string | null,
  branch_ids: readonly string[],
  parent_id: string | null,
): RowScope {
  return { scope: name, user_id: id ?? '', branch_ids, parent_id }
}

/** A line of RM120.00 by default. */
export function line(given: Partial<LineInput> = {}): LineInput {
  return { description: 'Yuran Januari', quantity: 100, price: 12_000, ...given }
}
