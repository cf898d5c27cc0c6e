export const creditMoveStatuses = ['requested', 'approved', 'rejected', 'withdrawn'] as const
export type CreditMoveStatus = (typeof creditMoveStatuses)[number]
