/** Infaq is voluntary; zakat is obligatory and may only go to the recipients of Islamic law. The two are never mixed. */
export const givingKinds = ['infaq', 'zakat'] as const
export type GivingKind = (typeof givingKinds)[number]

/** The smallest and largest gift in sen: the limits of FPX for personal accounts. */
export const giftLimits = { min_sen: 1_00, max_sen: 30_000_00 } as const

/** The name printed for anonymous donors in both languages ("a servant of God"). */
export const unnamed = 'Hamba Allah'

export const giftStatuses = ['pending', 'paid', 'failed', 'cancelled'] as const
export type GiftStatus = (typeof giftStatuses)[number]

/** Whether a type is open on a day, by its own dates. */
export function isOpenOn(
  { opens_on, closes_on }: { opens_on: string | null; closes_on: string | null },
  on: string,
): boolean {
  return (opens_on === null || opens_on <= on) && (closes_on === null || on <= closes_on)
}

/** Zakat fitrah in sen: a rate for each person. */
export const fitrah = (rate_sen: number, persons: number): number => rate_sen * persons

/** Progress towards a target in whole percent: 100 only when it is reached. */
export function progressOf(raised_sen: number, target_sen: number): number {
  if (raised_sen >= target_sen) return 100
  return Math.max(0, Math.min(99, Math.floor((raised_sen * 100) / target_sen)))
}

/** A gift that is being paid. */
export interface Gift {
  id: string
  kind: GivingKind
  type_id: string
  /** The name of its type. */
  type: string
  branch_id: string
  amount_sen: number
}

/** The authority's letter under which zakat was collected, as stored with the gift and printed on its receipt. */
export interface Authority {
  id: string
  authority: string
  state: string
  appointment_no: string
  valid_from: string
  valid_to: string
}
