/** Zakat is owed and goes to whom the law names; infaq is given freely. Neither ever becomes the other. */
export const givingKinds = ['infaq', 'zakat'] as const
export type GivingKind = (typeof givingKinds)[number]

/** Of one gift through a personal account, in sen, both allowed: what FPX takes. */
export const giftLimits = { min_sen: 1_00, max_sen: 30_000_00 } as const

/** What people who do not want to be named are called, in both languages: a servant of God. */
export const unnamed = 'Hamba Allah'

export const giftStatuses = ['pending', 'paid', 'failed', 'cancelled'] as const
export type GiftStatus = (typeof giftStatuses)[number]

/** Whether a type takes anything on a day, by its own days. */
export function isOpenOn(
  { opens_on, closes_on }: { opens_on: string | null; closes_on: string | null },
  on: string,
): boolean {
  return (opens_on === null || opens_on <= on) && (closes_on === null || on <= closes_on)
}

/** Of zakat fitrah, in sen: so much for each person. */
export const fitrah = (rate_sen: number, persons: number): number => rate_sen * persons

/** In whole percent of what is wanted, at most 100, and 99 as long as a sen is missing. */
export function progressOf(raised_sen: number, target_sen: number): number {
  if (raised_sen >= target_sen) return 100
  return Math.max(0, Math.min(99, Math.floor((raised_sen * 100) / target_sen)))
}

/** A gift whose money comes. */
export interface Gift {
  id: string
  kind: GivingKind
  type_id: string
  /** What its type is called. */
  type: string
  branch_id: string
  amount_sen: number
}

/** By whose letter zakat was taken, as its gift keeps it and its receipt prints it. */
export interface Authority {
  id: string
  authority: string
  state: string
  appointment_no: string
  valid_from: string
  valid_to: string
}
