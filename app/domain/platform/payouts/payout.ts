import type { TFunction } from 'i18next'
import { z } from 'zod'
import { bankDay } from '#app/domain/accounting/collections/collection.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { plainDate, reason, text, version } from '#app/domain/core/fields.ts'
import type { Holiday } from '#app/domain/core/holidays/holiday.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'

export const payoutStatuses = [
  'draft',
  'on_hold',
  'approved',
  'processing',
  'paid',
  'failed',
  'cancelled',
] as const
export type PayoutStatus = (typeof payoutStatuses)[number]

/** Statuses about which the organisation gets a mail. */
const payoutMoments = ['paid', 'failed'] as const satisfies PayoutStatus[]
export type PayoutMoment = (typeof payoutMoments)[number]

/** Why a payout waits for a second look. `person`: somebody stopped it and said why. */
const holdReasons = ['first', 'bank_changed', 'bank_unverified', 'closed', 'person'] as const
export type HoldReason = (typeof holdReasons)[number]

/** Less than this is carried forward to the next payout day. */
export const leastSen = 10_00

/** Hours after a change of the bank account during which payouts to it are put on hold. */
export const accountChangeHoldHours = 72

/** When an organisation is paid: every week on a weekday (Monday is 1), or every month on a day up to the 28th. */
export interface PayoutSchedule {
  payout_frequency: 'weekly' | 'monthly'
  payout_day: number
}

type Due =
  | { due_on: string; payout_on: string }
  /** Its next day is later. */
  | null

/** The latest payout day up to `today`, whether or not banks work then. */
export function lastDue({ payout_frequency, payout_day }: PayoutSchedule, today: string): string {
  if (payout_frequency === 'weekly') {
    const weekday = new Date(`${today}T00:00:00Z`).getUTCDay()
    return addDays(today, -((weekday - payout_day + 7) % 7))
  }
  const inMonth = `${today.slice(0, 8)}${String(payout_day).padStart(2, '0')}`
  if (inMonth <= today) return inMonth
  const before = addDays(`${today.slice(0, 8)}01`, -1)
  return `${before.slice(0, 8)}${String(payout_day).padStart(2, '0')}`
}

/**
 * The payout that is due today: on the organisation's payout day, or on the next banking day after it. It stays due until
 * it is prepared, so that a missed run is made up for; `due_on` is the original day.
 */
export function dueOn(schedule: PayoutSchedule, today: string, holidays: readonly Holiday[]): Due {
  const due_on = lastDue(schedule, today)
  const moved = bankDay(due_on, holidays)
  return moved > today ? null : { due_on, payout_on: bankDay(today, holidays) }
}

/** The next day on which an organisation is paid, from today on. */
export function nextPayoutDay(schedule: PayoutSchedule, today: string, holidays: readonly Holiday[]): string {
  const moved = bankDay(lastDue(schedule, today), holidays)
  if (moved >= today) return moved
  for (let day = addDays(today, 1); ; day = addDays(day, 1))
    if (lastDue(schedule, day) === day) return bankDay(day, holidays)
}

/** The last settlement day included in a payout: one banking day before it. */
export const settledUntil = (payout_on: string, holidays: readonly Holiday[]): string =>
  bankDay(addDays(payout_on, -1), holidays, -1)

/** The facts about an organisation that decide whether its payout is put on hold. */
interface Payee {
  status: string
  bank_status: string
  bank_changed_at: Date | null
  paid_before: boolean
}

/** Why a new payout is put on hold; undefined: it is not. */
export function holdOf(payee: Payee, now: Date): Exclude<HoldReason, 'person'> | undefined {
  if (payee.status !== 'active') return 'closed'
  if (payee.bank_status !== 'verified') return 'bank_unverified'
  const changed = payee.bank_changed_at
  if (changed && now.getTime() - changed.getTime() < accountChangeHoldHours * 3_600_000 && payee.paid_before)
    return 'bank_changed'
  return payee.paid_before ? undefined : 'first'
}

/** A step that needs no input but the version of the payout. */
export const seenForm = z.object({ version })

/** A step with a reason. */
export const whyForm = z.object({ version, why: reason })

/** The bank's reference and date of a transfer. */
export const paidForm = z.object({ version, bank_reference: text({ max: 50 }), paid_on: plainDate })

/** The file of a day for a bank, in one of the layouts. */
export const sendForm = z.object({ payout_on: plainDate, layout: text({ max: 60 }) })

/** An extra payout now, of the sum shown in the form. */
export const nowForm = z.object({ seen_sen: z.coerce.number().int() })

interface Line {
  reference: string
  collected_on: string
  gross_sen: number
  fees_sen: number
  net_sen: number
  status: string
}

/** Columns of a payout's lines. */
export const lineColumns = columnsOf<Line>()(
  { key: 'reference', label: 'collection.payment', kind: 'number' },
  { key: 'collected_on', label: 'collection.collected_on', kind: 'date' },
  { key: 'gross_sen', label: 'collection.gross', kind: 'money', room: 'table' },
  { key: 'fees_sen', label: 'collection.fees', kind: 'money', room: 'table' },
  { key: 'net_sen', label: 'payout.net', kind: 'money', room: 'much' },
  { key: 'status', label: 'common.field.status', kind: 'status' },
)

interface Adjusted {
  kind: string
  reference: string | null
  reason: string
  sen: number
}

/** Columns of a payout's adjustments. */
export const adjustedColumns = columnsOf<Adjusted>()(
  { key: 'kind', label: 'payout.kind', words: 'payout.kinds' },
  { key: 'reference', label: 'collection.payment', kind: 'number' },
  { key: 'reason', label: 'common.field.reason', room: 'who' },
  { key: 'sen', label: 'common.field.amount', kind: 'money', room: 'much' },
)

interface Waiting {
  entity: string
  next_on: string
  sen: number
}

/** Columns of the organisations with a balance to pay out. */
export const waitingColumns = columnsOf<Waiting>()(
  { key: 'entity', label: 'collection.entity', room: 'who' },
  { key: 'next_on', label: 'payout.next_on', kind: 'date' },
  { key: 'sen', label: 'payout.now.waits', kind: 'money', room: 'much', total: true },
)

/** Such as "every Wednesday". */
export function payoutDayWords({ payout_frequency, payout_day }: PayoutSchedule, t: TFunction): string {
  if (payout_frequency === 'monthly') return t('payout.day.each_month', { day: payout_day })
  return t('payout.day.each_week', { day: t(`common.weekdays.${payout_day}`) })
}
