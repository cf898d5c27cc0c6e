import type { Role, Scope } from '#app/domain/core/access/access.ts'
import type { Trx } from '#tests/support/database/factories.ts'

/**
 * Where an object stands towards the people of the test: theirs (own branch, own family, own class, own account), in
 * their branch but another family's and class's, in another branch, in another organisation, nowhere, or no id at all.
 */
export const relations = ['own', 'near', 'far', 'neighbour', 'unknown', 'malformed'] as const
export type Relation = (typeof relations)[number]

/** What an object is made from: one corner of an organisation. `mark` goes into every text that a reader may see. */
export interface Corner {
  entity_id: string
  branch_id: string
  student_id: string
  payer_parent_id: string
  subject_id: string
  /** An operator of the test in the people's own corner, a colleague in the others. */
  operator_id: string
  /** An account of this corner; of a personal noun, whose it is. */
  user_id: string
  /** Who sits at the counter; in the people's own corner the clerk among them. */
  clerk_id: string
  mark: string
  /** An amount that no other row has, unmistakable on a page: RM7,331.xx. */
  sen(): number
}

/** One object as addresses and forms speak of it. `code` is for `:code`, the others go into forms. */
export interface Thing {
  id: string
  code?: string
  version?: number
  [more: string]: unknown
}

export interface Noun {
  make(trx: Trx, corner: Corner): Promise<Thing>
  /** Which objects a scope reaches; `branch` unless said otherwise; a `place` is the branch itself. */
  reach?: 'organisation' | 'branch' | 'place' | 'personal'
  /** In the people's own corner it is the one person's who has this role alone, where a scope reaches no more than that. */
  keeper?: Role
  /** Kept among the platform's tables, though it is of the organisation. */
  at?: 'platform'
  /** An object of the platform's own: made once, without an organisation, for the operator's pages. */
  platform?: true
}

/** Whether a scope reaches an object that stands so to the reader. */
export function reaches({ reach = 'branch' }: Noun, scope: Scope, relation: Relation): boolean {
  if (relation === 'neighbour' || relation === 'unknown' || relation === 'malformed') return false
  if (reach === 'organisation') return true
  if (reach === 'personal') return relation === 'own'
  if (scope === 'all') return true
  if (scope === 'branch' || reach === 'place') return relation !== 'far'
  return relation === 'own'
}
