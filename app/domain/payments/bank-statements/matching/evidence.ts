/** Evidence for a family and against automatic posting; texts are in `bank_line.evidence`. */
const evidenceKinds = [
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
  /** The code, number or name found. */
  text?: string | undefined
  typed?: string | undefined
  count?: number | undefined
  sen?: number | undefined
}

/** Evidence that prevents automatic posting, shown as a warning. */
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

/** Evidence that rules out accepting with one click; the line must be opened. */
export const closerLook: readonly EvidenceKind[] = [
  'others',
  'duplicate',
  'in_payment',
  'month_closed',
  'refused',
]
