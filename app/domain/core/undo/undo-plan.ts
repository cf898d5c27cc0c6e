import { createHash } from 'node:crypto'
import { z } from 'zod'

/** The page on which somebody sees or removes what a fact is about. */
export interface UndoLink {
  to: UndoPage
  /** Of the row that the page shows; a month as `2026-01`. */
  id: string
}

export const undoPages = [
  'application',
  'arrangement',
  'attempt',
  'bank_line',
  'bank_statement',
  'branch',
  'cancel_requests',
  'category',
  'class_session',
  'credit_move',
  'credit_note',
  'credit_refund',
  'credit_removal',
  'department',
  'discount',
  'donation_infaq',
  'donation_zakat',
  'drawer',
  'einvoice',
  'einvoice_setting',
  'enrolment_end',
  'family_credit',
  'fee_category',
  'fee_type',
  'fund_infaq',
  'fund_move',
  'fund_zakat',
  'generation',
  'generation_invoices',
  'infaq_type',
  'invoice',
  'line_template',
  'module',
  'month',
  'parent',
  'payment',
  'payment_cancel',
  'payment_option',
  'program',
  'refund',
  'rollover',
  'staff',
  'student',
  'student_change',
  'student_discount',
  'subject',
  'subject_fee',
  'subject_fee_price',
  'trainer',
  'transfer_slip',
  'zakat_type',
] as const
export type UndoPage = (typeof undoPages)[number]

/** What is in the way of an act, with the page that shows or removes it; `name`: its number or name, where there is one. */
export interface Blocker extends UndoLink {
  name?: string | null | undefined
}

/** Blockers as one word among the values of a refusal, which travel in forms and in a cookie; at most five of them. */
export const packBlockers = (blockers: readonly Blocker[]): string =>
  JSON.stringify(blockers.slice(0, 5).map(({ to, id, name }) => (name ? [to, id, name] : [to, id])))

/** The blockers of {@link packBlockers}; none of a word that is something else. */
export function unpackBlockers(packed: unknown): Blocker[] {
  if (typeof packed !== 'string') return []
  try {
    return packedBlockers.parse(JSON.parse(packed)).map(([to, id, name]) => ({ to, id, name }))
  } catch {
    return []
  }
}

const packedBlockers = z.array(
  z.tuple([z.enum(undoPages), z.string().regex(/^[\w-]{1,60}$/), z.string().max(200).optional()]),
)

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
