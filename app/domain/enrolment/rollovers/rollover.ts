/**
 * planning → previewing → previewed → running → done → undone. Whatever is changed in the plan leads back to planning; a
 * run that finds things otherwise than previewed leads back to previewed, with a new preview.
 */
export const rolloverStatuses = ['planning', 'previewing', 'previewed', 'running', 'done', 'undone'] as const
export type RolloverStatus = (typeof rolloverStatuses)[number]

/** What becomes of a seat: it goes on in another class, in the same one, or ends with the year. */
export const seatActs = ['promote', 'carry', 'end'] as const
export type SeatAct = (typeof seatActs)[number]

/** Why a seat does not go on where it was to: somebody sits there already. */
export const seatReasons = ['already_there'] as const

/** What prices are rounded to, in sen. */
export const roundingSteps = [1, 5, 10, 50, 100, 500, 1_000] as const

/** What stands in the way of a run, and what somebody should know before it. */
export const blockingCodes = ['full', 'closed', 'nothing'] as const
export const warningCodes = ['billed', 'no_fee', 'no_payer', 'waiting', 'not_renewed'] as const
export interface Problem {
  code: (typeof blockingCodes)[number] | (typeof warningCodes)[number]
  /** The class that it is about. */
  name?: string | undefined
  count?: number | undefined
  capacity?: number | undefined
}

export const isBlocking = ({ code }: Problem): boolean => (blockingCodes as readonly string[]).includes(code)

/** What a run found otherwise than previewed: how many, and whose names, the first of them. */
export interface Changed {
  families: number
  seats: number
  prices: number
  names: string[]
}

/** Names that are told one by one. */
export const mostNamed = 20

/** Days from today within which a year ends and the next one begins. */
export const furthestDays = 366

/**
 * A price in sen raised by so many basis points, rounded half up to the step; one that is not raised stays as it is,
 * whatever the step.
 */
export function raised(sen: number, percent_bp: number, step_sen: number): number {
  if (percent_bp === 0) return sen
  const whole = 10_000 * step_sen
  return Math.floor((2 * sen * (10_000 + percent_bp) + whole) / (2 * whole)) * step_sen
}

/** By how much a year's bill changes, in basis points of what it was; undefined of one that was nothing. */
export function changeBp(before_sen: number, after_sen: number): number | undefined {
  return before_sen === 0 ? undefined : Math.round(((after_sen - before_sen) * 10_000) / before_sen)
}
