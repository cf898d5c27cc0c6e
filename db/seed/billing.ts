import type { GivenDiscount, LineFacts } from '#app/domain/billing/plan/facts.ts'
import { type Period, periodOf } from '#app/domain/catalogue/subject-fees/period.ts'
import {
  addDays,
  addMonths,
  daysBetween,
  endOfMonth,
  formatDate,
  formatPeriod,
} from '#app/domain/core/dates.ts'
import { type Totals, taxRate, totals } from '#app/domain/core/invoicing/totals.ts'
import { discountOf } from '#app/domain/core/money.ts'
import type { OfferedFee } from './catalogue.ts'
import { type Seat, sitsOn } from './enrolments.ts'
import type { Household, Pupil } from './people.ts'
import { at, laterOf, type Stage } from './stage.ts'

/** An invoice while its story is told; paying changes the second half. */
export interface Bill {
  id: string
  household: Household
  pupil: Pupil
  branch_id: string
  /** Null for a draft. */
  issued_on: string | null
  due_on: string
  period_key: string | null
  lines: Line[]
  sums: Totals
  created_at: Date
  created_by: string | null
  number: string | null
  status: 'draft' | 'unpaid' | 'pending' | 'paid' | 'cancelled'
  paid_sen: number
  paid_on: string | null
  locked: { until: Date; by: string } | null
  cancelled: { reason: string; at: Date; by: string } | null
}

export interface Line {
  description: string
  subject_fee_id: string | null
  fee_type_id: string
  period: Period | undefined
  price: number
  discount: number
  discount_reason: string | null
  taxable: boolean
  /** Hundredths. */
  quantity: number
  /** Of a fee of a class, how its amount came about. */
  told: Told | null
}

export interface Told {
  seat: Seat
  fee: OfferedFee
  share: LineFacts['share']
  discounts: readonly GivenDiscount[]
}

/** What a pupil is given on each fee for tuition. */
export interface Grant {
  given: Pick<
    GivenDiscount,
    'discount_id' | 'student_discount_id' | 'code' | 'name' | 'type' | 'sponsor' | 'decided_by' | 'reason'
  >
  /** One of them. */
  percent_bp: number | null
  fixed_sen: number | null
}

/** The bills of every month for every pupil who sits in a class: written on the 25th for the month that follows. */
export function monthlyBills(
  stage: Stage,
  households: readonly Household[],
  seats: readonly Seat[],
  grants: ReadonlyMap<Pupil, Grant>,
): Bill[] {
  const seatsOf = new Map<Pupil, Seat[]>()
  for (const seat of seats) seatsOf.set(seat.pupil, [...(seatsOf.get(seat.pupil) ?? []), seat])
  const bills: Bill[] = []
  for (const month of stage.months) {
    for (const household of households) {
      for (const pupil of household.pupils) {
        const bill = billOf(stage, household, pupil, seatsOf.get(pupil) ?? [], month, {
          ...{ pupil, grant: grants.get(pupil), child: childOf(household, seatsOf, pupil, month) },
        })
        if (bill) bills.push(bill)
      }
    }
  }
  return bills
}

function billOf(
  stage: Stage,
  household: Household,
  pupil: Pupil,
  seats: readonly Seat[],
  month: string,
  whose: Whose,
): Bill | undefined {
  const end = endOfMonth(month)
  const now = seats.filter(
    ({ starts_on, ends_on }) => starts_on <= end && (ends_on === null || ends_on >= month),
  )
  const isNew = pupil.joined_on.slice(0, 7) === month.slice(0, 7)
  const lines = [
    ...(isNew ? [registrationLine(stage)] : []),
    ...now.flatMap((seat) => seatLines(stage, whose, seat, month, isNew)),
  ]
  const usual = addMonths(month, -1).slice(0, 8).concat('25')
  const issued_on = laterOf(pupil.joined_on, usual)
  if (now.length === 0 || issued_on > stage.today) return undefined
  const due = addDays(month, (now[0]!.class.subject_fees[0]?.due_day ?? 7) - 1)
  return newBill(stage, household, pupil, {
    lines,
    issued_on,
    due_on: due < addDays(issued_on, 3) ? addDays(issued_on, 7) : due,
    period_key: month.slice(0, 7),
    branch: now[0]!.class.branch,
    hours: issued_on === usual ? 0.5 : 11,
    created_by: null,
  })
}

function registrationLine({ plan, fee_types }: Stage): Line {
  const { id, name, taxable } = fee_types.REGISTRATION!
  return lineOf({ description: name, fee_type_id: id, price: plan.registration_sen, taxable })
}

function seatLines(stage: Stage, whose: Whose, seat: Seat, month: string, isNew: boolean): Line[] {
  return seat.class.subject_fees
    .filter(({ starts_on, ends_on }) => starts_on <= month && (ends_on === null || ends_on >= month))
    .filter(({ frequency }) => frequency === 'monthly' || isNew || month.endsWith('-01-01'))
    .map((fee) => feeLine(stage, whose, seat, fee, month))
}

interface Whose {
  pupil: Pupil
  grant: Grant | undefined
  /** The how-manieth of the family, as the product counts. */
  child: number
}

/** One more than the brothers and sisters who came here before and sit in a class on the first of the month. */
function childOf(
  { pupils }: Household,
  seatsOf: ReadonlyMap<Pupil, Seat[]>,
  me: Pupil,
  month: string,
): number {
  const before = (other: Pupil) =>
    other.joined_on < me.joined_on || (other.joined_on === me.joined_on && other.rank < me.rank)
  const sits = (other: Pupil) => (seatsOf.get(other) ?? []).some((seat) => sitsOn(seat, month))
  return 1 + pupils.filter((other) => other !== me && before(other) && sits(other)).length
}

function feeLine(stage: Stage, whose: Whose, seat: Seat, fee: OfferedFee, month: string): Line {
  const { plan, fee_types, locale } = stage
  const { id: fee_type_id, name, taxable } = fee_types[fee.fee_type]!
  const period = periodOf(fee.frequency, month, 1)
  const share = fee.by_day ? shareOf(seat, month) : null
  const price = share
    ? Math.floor((fee.amount_sen * share.counted * 2 + share.of) / (share.of * 2))
    : fee.amount_sen
  const discounts = fee.fee_type === 'TUITION' ? discountsOf(stage, whose, price) : []
  const days = share && `${formatDate(share.from, locale)} – ${formatDate(endOfMonth(month), locale)}`
  const words = days ?? (period && formatPeriod(period.starts_on, period.ends_on, locale))
  const sibling = discounts.some(({ type }) => type === 'sibling')
  return lineOf({
    description: [seat.class.name, name, words].filter(Boolean).join(', '),
    subject_fee_id: fee.id,
    ...{ fee_type_id, period, price, taxable },
    discount: discounts.reduce((sum, { sen }) => sum + sen, 0),
    discount_reason: sibling ? plan.words.sibling : (discounts[0]?.name ?? null),
    told: { seat, fee, share, discounts },
  })
}

/** Of who came within a month, the days from the first in the class. */
function shareOf({ starts_on }: Seat, month: string): LineFacts['share'] {
  if (starts_on <= month) return null
  const [of, counted] = [
    daysBetween(month, endOfMonth(month)) + 1,
    daysBetween(starts_on, endOfMonth(month)) + 1,
  ]
  return { by: 'day', counted, of, from: starts_on }
}

/** Of brothers and sisters from the second child on, and what somebody was given; both of the whole price. */
function discountsOf({ plan, rows }: Stage, { child, grant }: Whose, price: number): GivenDiscount[] {
  const given = { student_discount_id: null, fixed_sen: null, sponsor: null, decided_by: null, reason: null }
  const rule = rows.discount!.find(({ type }) => type === 'sibling')!
  const percent = (percent_bp: number) => ({
    percent_bp,
    sen: discountOf(price, { basisPoints: percent_bp }),
  })
  const siblings: GivenDiscount = {
    ...{ ...given, discount_id: rule.id as string, code: rule.code, name: rule.name, type: 'sibling' },
    ...{ ...percent(plan.sibling_bp), child },
  }
  if (!grant) return child > 1 ? [siblings] : []
  const { percent_bp, fixed_sen } = grant
  const value =
    percent_bp === null
      ? { percent_bp, fixed_sen, sen: Math.min(fixed_sen ?? 0, price) }
      : percent(percent_bp)
  return [{ ...given, ...grant.given, child: null, ...value }]
}

export function lineOf(
  line: Pick<Line, 'description' | 'fee_type_id' | 'price' | 'taxable'> & Partial<Line>,
): Line {
  return {
    subject_fee_id: null,
    period: undefined,
    discount: 0,
    discount_reason: null,
    quantity: 100,
    told: null,
    ...line,
  }
}

/** An unpaid bill, or a draft when it has no date of issue. */
export function newBill(
  stage: Stage,
  household: Household,
  pupil: Pupil,
  given: {
    lines: Line[]
    issued_on: string | null
    due_on: string
    period_key: string | null
    branch: number
    hours: number
    created_by: string | null
  },
): Bill {
  const { plan, random, today, branch_ids } = stage
  const { lines, issued_on, due_on, period_key, branch, hours, created_by } = given
  const rules = {
    tax_registered: plan.entity.tax_registered ?? false,
    rate_bp: 600,
    scope: 'non_citizens',
  } as const
  const created_at = at(stage, issued_on ?? today, hours)
  return {
    id: random.id(created_at),
    household,
    pupil,
    branch_id: branch_ids[branch]!,
    issued_on,
    due_on,
    period_key,
    lines,
    sums: totals(lines, taxRate(rules, pupil.nationality)),
    created_at,
    created_by,
    number: null,
    status: issued_on ? 'unpaid' : 'draft',
    paid_sen: 0,
    paid_on: null,
    locked: null,
    cancelled: null,
  }
}

/** What is still owed of a bill, in sen. */
export function owed({ sums, paid_sen, status }: Bill): number {
  return status === 'unpaid' || status === 'pending' ? sums.total_sen - paid_sen : 0
}
