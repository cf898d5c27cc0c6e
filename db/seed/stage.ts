import type { TFunction } from 'i18next'
import type { Insertable } from 'kysely'
import type { Holiday } from '#app/domain/core/holidays/holiday.ts'
import type { Keyring } from '#app/domain/core/secrets.ts'
import type { StarterIds } from '#app/domain/platform/entities/prepare-tenant.ts'
import type { Locale } from '#app/i18n/locales.ts'
import type { DB } from '#db/types.ts'
import type { Rows } from './bulk.ts'
import type { Inventor } from './plan/invented.ts'
import type { Plan } from './plan/plan.ts'
import type { Random } from './plan/random.ts'

/** What all parts of one organisation's demo share while it is made up. Nothing is written before all of it stands. */
export interface Stage {
  plan: Plan
  entity: { id: string; schema: string }
  starter: StarterIds
  random: Random
  invent: Inventor
  /** Words of the organisation's language. */
  t: TFunction
  locale: Locale
  today: string
  holidays: readonly Holiday[]
  now: Date
  /** First days of the months that are billed, the earliest first. */
  months: string[]
  /** In the order of the plan's branches. */
  branch_ids: string[]
  /** By code. */
  fee_types: Record<string, FeeType>
  ring: Keyring
  password_hash: string
  rows: Rows
}

export interface FeeType {
  id: string
  name: string
  name_en?: string | null
  name_my?: string | null
  taxable: boolean
}

/** Tables in the order in which their rows refer to each other. */
const order = [
  'branch',
  'department',
  'user_account',
  'staff',
  'staff_branch',
  'trainer',
  'parent',
  'student',
  'student_parent',
  'joined_family',
  'program',
  'category',
  'module',
  'fee_category',
  'fee_type',
  'line_template',
  'line_template_item',
  'discount',
  'subject',
  'subject_trainer',
  'subject_schedule',
  'subject_fee',
  'enrolment',
  'student_discount',
  'number_series',
  'setting',
  'invoice',
  'invoice_item',
  'billed_fee',
  'payment_attempt',
  'payment_attempt_invoice',
  'payment',
  'payment_allocation',
  'credit_entry',
  'receipt',
  'collection',
  'month_closing',
  'cancel_request',
  'application',
  'application_parent',
  'application_student',
  'application_subject',
  'platform.public_code',
  'platform.gateway_order',
  'platform.gateway_message',
  'platform.payment_exception',
  'platform.ledger',
  'audit_log',
  'login_log',
] as const satisfies (keyof DB)[]
type Filled = (typeof order)[number]

export function emptyRows(): Rows {
  return Object.fromEntries(order.map((table) => [table, []]))
}

export function add<T extends Filled>(stage: Pick<Stage, 'rows'>, table: T, row: Insertable<DB[T]>): void {
  ;(stage.rows[table] as Insertable<DB[T]>[]).push(row)
}

/** A moment of a Malaysian day, such as `at(stage, '2026-01-31', 9.5)` for half past nine; never after now. */
export function at({ now }: Pick<Stage, 'now'>, on: string, hours: number): Date {
  const midnight = new Date(`${on}T00:00:00+08:00`).getTime()
  return new Date(Math.min(midnight + Math.round(hours * 3_600_000), now.getTime()))
}

/** The later of two plain dates. */
export function laterOf(one: string, other: string): string {
  return [one, other].sort()[1]!
}

/** The earlier of two plain dates. */
export function earlierOf(one: string, other: string): string {
  return [one, other].sort()[0]!
}
