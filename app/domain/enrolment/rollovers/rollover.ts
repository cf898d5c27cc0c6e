import { z } from 'zod'
import { monthName } from '#app/domain/accounting/months/month.ts'
import { addDays, addMonths, startOfMonth } from '#app/domain/core/dates.ts'
import { plainDate, reason, text, version } from '#app/domain/core/fields.ts'
import { percent, ringgit } from '#app/domain/core/money.ts'

/**
 * planning → previewing → previewed → running → done → undone. A change of the plan leads back to planning; a run whose results
 * differ from the preview leads back to previewed, with a new preview.
 */
export const rolloverStatuses = ['planning', 'previewing', 'previewed', 'running', 'done', 'undone'] as const
export type RolloverStatus = (typeof rolloverStatuses)[number]

/** What happens to a seat: it moves to the next class, stays in its class, or ends with the year. */
export const seatActs = ['promote', 'carry', 'end'] as const
export type SeatAct = (typeof seatActs)[number]

/** Why a seat is not moved: the student has a seat in the next class already. */
export const seatReasons = ['already_there'] as const

/** Choices for rounding prices, in sen. */
export const roundingSteps = [1, 5, 10, 50, 100, 500, 1_000] as const

/** Problems that block a run, and those that only warn. */
const blockingCodes = ['full', 'closed', 'nothing'] as const
const warningCodes = ['billed', 'no_fee', 'no_payer', 'waiting', 'not_renewed'] as const
export interface Problem {
  code: (typeof blockingCodes)[number] | (typeof warningCodes)[number]
  /** The class that it is about. */
  name?: string | undefined
  count?: number | undefined
  capacity?: number | undefined
}

export const isBlocking = ({ code }: Problem): boolean => (blockingCodes as readonly string[]).includes(code)

/** Differences between a run and its preview: counts, and the first names. */
export interface Changed {
  families: number
  seats: number
  prices: number
  names: string[]
}

/** Names listed one by one. */
export const mostNamed = 20

/** Days from today within which the old year must end and the new one begin. */
export const furthestDays = 366

/**
 * A price in sen raised by basis points, rounded half up to the step. Without an increase it is not rounded.
 */
export function raised(sen: number, percent_bp: number, step_sen: number): number {
  if (percent_bp === 0) return sen
  const whole = 10_000 * step_sen
  return Math.floor((2 * sen * (10_000 + percent_bp) + whole) / (2 * whole)) * step_sen
}

/** Change of a yearly bill in basis points; undefined if it was 0 before. */
export function changeBp(before_sen: number, after_sen: number): number | undefined {
  return before_sen === 0 ? undefined : Math.round(((after_sen - before_sen) * 10_000) / before_sen)
}

const steps = roundingSteps.map(String) as [string, ...string[]]

/** Days of the rollover and the default price increase. */
export const rolloverForm = z
  .object({
    name: text({ max: 60 }),
    ends_on: plainDate,
    starts_on: plainDate,
    bills_from: monthName,
    percent_bp: percent().optional(),
    step_sen: z.enum(steps).transform(Number),
    keeps_own_fees: z.boolean().optional(),
    share_bp: percent().optional(),
    version: version.optional(),
    form_key: z.uuid().optional(),
  })
  .refine(({ ends_on, starts_on }) => starts_on > ends_on, {
    path: ['starts_on'],
    message: 'rollover.starts_before_end',
  })
export type RolloverInput = z.output<typeof rolloverForm>

const act = z.enum(seatActs)
const to_subject_id = z.uuid().optional()
const isWhole = ({ act, to_subject_id }: { act: string; to_subject_id?: string | undefined }) =>
  act !== 'promote' || to_subject_id !== undefined
const wholly = { path: ['to_subject_id'], message: 'rollover.to_needed' }

/** What happens to a class and its fees; an empty price is raised by the percentage. */
export const classForm = z
  .object({
    act,
    to_subject_id,
    fees: z
      .array(z.object({ subject_fee_id: z.uuid(), amount_sen: ringgit({ max: 10_000_000 }).optional() }))
      .max(50)
      .optional(),
    version,
  })
  .refine(isWhole, wholly)
export type ClassInput = z.output<typeof classForm>

/** What happens to one seat; `class`: the same as its class. */
export const seatForm = z
  .object({ act: z.enum(['class', ...seatActs]), to_subject_id, version })
  .refine(isWhole, wholly)
export type SeatInput = z.output<typeof seatForm>

/** Discounts that end with the year; all others are carried over. */
export const endingDiscountsForm = z.object({ ending: z.array(z.uuid()).max(200).optional(), version })
export type EndingDiscountsInput = z.output<typeof endingDiscountsForm>

export const undoForm = z.object({ reason, version })

interface NamedClass {
  id: string
  name: string
  branch_id: string
  program_id: string
}

/** The level in a name, `4` of `Tahun 4 Amanah`, with the text before and after it; a year such as 2027 is not a level. */
const levelOf = (name: string) => {
  const found = /(?<!\d)\d{1,2}(?!\d)/.exec(name)
  if (!found) return undefined
  const before = name.slice(0, found.index).toLowerCase()
  const after = name.slice(found.index + found[0].length).toLowerCase()
  return { level: Number(found[0]), before, after }
}

/**
 * A first guess at a class's next class, for a person to check: the class of the next level by name at the same branch,
 * preferring the same words after the level and the same program. The last of several levels ends; a class without a level
 * continues.
 */
export function nextClass(
  one: NamedClass,
  all: readonly NamedClass[],
): { act: SeatAct; to_subject_id: string | null } {
  const own = levelOf(one.name)
  if (!own) return { act: 'carry', to_subject_id: null }
  const series = all.flatMap((other) => {
    const its = levelOf(other.name)
    if (other.branch_id !== one.branch_id || its?.before !== own.before) return []
    const alike = [its.after === own.after, other.program_id === one.program_id]
    return [{ id: other.id, level: its.level, likeness: Number(alike[0]) * 2 + Number(alike[1]) }]
  })
  const [next] = series
    .filter(({ level }) => level === own.level + 1)
    .toSorted((a, b) => b.likeness - a.likeness)
  if (next) return { act: 'promote', to_subject_id: next.id }
  const isLast = series.some(({ level, likeness }) => level !== own.level && likeness >= 2)
  return { act: isLast ? 'end' : 'carry', to_subject_id: null }
}

/**
 * Default days of the next rollover: the old year ends on the day before the start month, and billing begins with that month,
 * or with the present one if it is over. The new year is the coming one, or the one that began in the last two months.
 */
export function nextYear(today: string, startMonth: number) {
  let first = `${today.slice(0, 4)}-${String(startMonth).padStart(2, '0')}-01`
  if (first < addMonths(startOfMonth(today), -1)) first = addMonths(first, 12)
  const billed = first > today ? first : startOfMonth(today)
  return { ends_on: addDays(first, -1), starts_on: first, bills_from: billed.slice(0, 7) }
}
