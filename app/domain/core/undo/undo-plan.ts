import { createHash } from 'node:crypto'

/** The page on which somebody sees or removes what a fact is about. */
export interface UndoLink {
  to:
    | 'bank_line'
    | 'credit_move'
    | 'credit_refund'
    | 'credit_removal'
    | 'donation_infaq'
    | 'donation_zakat'
    | 'drawer'
    | 'family_credit'
    | 'invoice'
    | 'payment'
    | 'payment_cancel'
    | 'refund'
    | 'transfer_slip'
  id: string
}

/** One consequence of undoing something, or one thing that prevents it. */
export interface UndoFact {
  /** Its sentence is `undo.effects.<kind>` or `undo.blockers.<kind>`. */
  kind: string
  /** The number or name of what it is about; the page links it. */
  number?: string | null | undefined
  /** In sen. */
  sen?: number | undefined
  /** A person, family, file or fund. */
  name?: string | null | undefined
  /** `YYYY-MM-DD` */
  on?: string | undefined
  link?: UndoLink | undefined
}

/** What undoing something does, and what prevents it; without blockers it can be done. */
export interface UndoPlan {
  effects: UndoFact[]
  blockers: UndoFact[]
}

export const noPlan: UndoPlan = { effects: [], blockers: [] }

/** Several plans as one, each fact once. */
export function mergePlans(plans: readonly UndoPlan[]): UndoPlan {
  return {
    effects: distinct(plans.flatMap(({ effects }) => effects)),
    blockers: distinct(plans.flatMap(({ blockers }) => blockers)),
  }
}

const distinct = (facts: readonly UndoFact[]) => [
  ...new Map(facts.map((fact) => [JSON.stringify(fact), fact])).values(),
]

/**
 * Identifies the effects of a plan, so that what somebody confirms is compared with what would be done. Twenty-two letters
 * and digits, the same for the same effects in the same order.
 */
export function digestOf({ effects }: Pick<UndoPlan, 'effects'>): string {
  const facts = effects.map(({ kind, number, sen, name, on, link }) => [
    ...[kind, number ?? null, sen ?? null, name ?? null, on ?? null],
    ...[link?.to ?? null, link?.id ?? null],
  ])
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 22)
}

/**
 * Whether what somebody confirmed or asked for is not what would be done now. A plan with blockers is not compared: the verb
 * itself says what prevents it.
 */
export function hasChanged(plan: UndoPlan, digest: string | undefined): boolean {
  return digest !== undefined && plan.blockers.length === 0 && digest !== digestOf(plan)
}
