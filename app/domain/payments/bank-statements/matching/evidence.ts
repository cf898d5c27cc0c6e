/** What speaks for a family, and what against posting by itself; each has a sentence in `bank_line.evidence`. */
export const evidenceKinds = [
  'reference',
  'near_reference',
  'invoice',
  'name',
  'same_name',
  'part_of_name',
  'child',
  'paid_before',
  'sum_all',
  'sum_first',
  'sum_single',
  'sum_only',
  'sum_less',
  'sum_more',
  'others',
  'duplicate',
  'in_payment',
  'before_issue',
  'nothing_owed',
  'too_old',
  'month_closed',
  'not_added_up',
  'refused',
] as const
export type EvidenceKind = (typeof evidenceKinds)[number]

export interface Evidence {
  kind: EvidenceKind
  /** A code, a number or a name. */
  text?: string | undefined
  typed?: string | undefined
  count?: number | undefined
  sen?: number | undefined
}

/** Those that keep a line from posting itself, shown as a warning. */
export const warnings: readonly EvidenceKind[] = [
  'others',
  'duplicate',
  'in_payment',
  'before_issue',
  'nothing_owed',
  'too_old',
  'month_closed',
  'not_added_up',
  'refused',
]

/** Those for which one click is too quick: somebody must look at the line, or choose another way. */
export const closerLook: readonly EvidenceKind[] = [
  'others',
  'duplicate',
  'in_payment',
  'month_closed',
  'refused',
]
