export const fundMoveStatuses = ['requested', 'approved', 'rejected', 'withdrawn'] as const
export type FundMoveStatus = (typeof fundMoveStatuses)[number]

/** Spent for what it was given for; handed to the authority or another body; moved to another fund of the same kind. */
export const fundPurposes = ['spent', 'paid_over', 'moved'] as const
export type FundPurpose = (typeof fundPurposes)[number]

export const fundReasons = [
  'gift',
  'taken_back',
  'returned',
  'spent',
  'paid_over',
  'moved_out',
  'moved_in',
] as const
export type FundReason = (typeof fundReasons)[number]
