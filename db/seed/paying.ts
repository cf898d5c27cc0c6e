import { addDays, addMonths } from '#app/domain/core/dates.ts'
import { feeOf } from '#app/domain/core/invoicing/payment-rules.ts'
import { type Attempt, attemptTo, failedBefore } from './attempts.ts'
import { type Bill, owed } from './billing.ts'
import { clerkOf } from './by-hand.ts'
import type { Household } from './people.ts'
import type { Team } from './staff.ts'
import { at, type Stage } from './stage.ts'

/** Money that came, and what it went to. */
export interface Pay {
  id: string
  household: Household
  method: 'fpx' | 'cash' | 'bank_transfer'
  at: Date
  on: string
  branch_id: string
  parts: { bill: Bill; amount_sen: number }[]
  /** What no invoice took. */
  credit_sen: number
  payer_fee_sen: number
  tenant_fee_sen: number
  attempt: Attempt | null
  /** It is the second debit of an order that was paid: under another id of FPX. */
  second?: Attempt
  reference_no: string | null
  received_by: string | null
  number: string
  cancelled: { reason: string; at: Date; by: string } | null
}

/** How a family pays. A `gone` one stopped some months ago. */
type Habit = 'prompt' | 'late' | 'slow' | 'gone'
const habits: Record<Habit, number> = { prompt: 60, late: 25, slow: 12, gone: 3 }

const methods = { fpx: 60, cash: 24, bank_transfer: 16 }

/**
 * Tells for each family when it paid what and how, up to today. The first families stopped five, four, three and two
 * months ago, so that every age of arrears is there; the parent who signs in has left the newest invoice unpaid.
 */
export function payBills(
  stage: Stage,
  bills: readonly Bill[],
  team: Team,
): { pays: Pay[]; attempts: Attempt[] } {
  const pays: Pay[] = []
  const attempts: Attempt[] = []
  const families = new Map<Household, Bill[]>()
  for (const bill of bills) {
    if (bill.status === 'unpaid')
      families.set(bill.household, [...(families.get(bill.household) ?? []), bill])
  }
  let stopped = 5
  for (const [household, own] of families) {
    const shown = household.payer.email.startsWith('parent@')
    const habit = shown ? 'prompt' : stopped > 1 ? 'gone' : stage.random.weighted(habits)
    const until = shown
      ? own
          .map(({ issued_on }) => issued_on!)
          .sort()
          .at(-1)!
      : habit === 'gone'
        ? addMonths(stage.today, -(stopped > 1 ? stopped-- : stage.random.int(1, 6)))
        : addDays(stage.today, 1)
    payOwn(stage, team, { household, own, habit, until }, pays, attempts)
  }
  return { pays, attempts }
}

function payOwn(
  stage: Stage,
  team: Team,
  { household, own, habit, until }: { household: Household; own: Bill[]; habit: Habit; until: string },
  pays: Pay[],
  attempts: Attempt[],
) {
  const { random, today } = stage
  const usual = random.weighted(methods)
  for (const bill of own) {
    if (owed(bill) === 0 || bill.issued_on! >= until) continue
    const on = payDay(stage, habit, bill)
    if (on > today) continue
    const method = random.chance(0.85) ? usual : random.weighted(methods)
    const basket = own.filter(
      (other) => owed(other) > 0 && other.issued_on! <= on && other.issued_on! < until,
    )
    const chosen = habit === 'slow' && random.chance(0.5) ? [bill] : basket
    if (method !== 'fpx' && habit === 'slow' && random.chance(0.2)) {
      pays.push(pay(stage, team, { household, method, on, parts: [halfOf(bill)] }))
      continue
    }
    const made = pay(stage, team, {
      household,
      method,
      on,
      parts: chosen.map((one) => ({ bill: one, amount_sen: owed(one) })),
    })
    if (made.attempt && random.chance(0.07)) attempts.push(failedBefore(stage, made.attempt))
    if (made.attempt) attempts.push(made.attempt)
    if (method !== 'fpx' && random.chance(0.012)) pays.push(takenBack(stage, team, made))
    pays.push(made)
  }
}

function payDay({ random }: Stage, habit: Habit, { issued_on, due_on }: Bill): string {
  const day = {
    prompt: () => addDays(issued_on!, random.int(1, 13)),
    late: () => addDays(due_on, random.int(2, 26)),
    slow: () => addDays(due_on, random.int(20, 70)),
    gone: () => addDays(issued_on!, random.int(2, 14)),
  }[habit]()
  return day
}

/** Half of a bill in whole tens of ringgit, at the counter. */
function halfOf(bill: Bill) {
  const half = Math.floor(owed(bill) / 2_000) * 1_000
  return { bill, amount_sen: half > 0 ? half : owed(bill) }
}

/** Posts money: the bills in it are paid from here on. */
export function pay(
  stage: Stage,
  team: Team,
  given: Pick<Pay, 'household' | 'method' | 'on' | 'parts'> & { attempt?: Attempt; at?: Date },
): Pay {
  const { random, plan, branch_ids } = stage
  const { household, method, on, parts } = given
  const branch_id = parts[0]!.bill.branch_id
  const when =
    given.at ?? at(stage, on, method === 'fpx' ? random.int(70, 230) / 10 : random.int(90, 170) / 10)
  const fee = method === 'fpx' ? feeOf(plan.fpx_fee, 'B2C') : { payer_fee_sen: 0, tenant_fee_sen: 0 }
  const snapshot = parts.map((part) => ({ ...part }))
  let credit_sen = 0
  for (const part of parts) {
    const { bill } = part
    const takes = Math.min(part.amount_sen, owed(bill))
    credit_sen += part.amount_sen - takes
    part.amount_sen = takes
    bill.paid_sen += takes
    if (takes > 0 && bill.paid_sen === bill.sums.total_sen) {
      bill.status = 'paid'
      bill.paid_on = on
    }
  }
  return {
    id: random.id(when),
    household,
    method,
    at: when,
    on,
    branch_id,
    parts: parts.filter(({ amount_sen }) => amount_sen > 0),
    credit_sen,
    ...fee,
    attempt: given.attempt ?? (method === 'fpx' ? attemptTo(stage, household, snapshot, when) : null),
    reference_no:
      method === 'bank_transfer' ? `${random.pick(['IBG', 'IBK', 'DN'])}${random.digits(10)}` : null,
    received_by: method === 'fpx' ? null : clerkOf(team, branch_ids.indexOf(branch_id)),
    number: '',
    cancelled: null,
  }
}

/** A slip at the counter: the same money was taken down a first time, and that entry was cancelled. */
function takenBack(stage: Stage, team: Team, right: Pay): Pay {
  const { random, locale } = stage
  const made = new Date(right.at.getTime() - 20 * 60_000)
  const reasons =
    locale === 'my'
      ? ['Tersalah taip rujukan; dimasukkan semula.', 'Tersalah pilih keluarga; dimasukkan semula.']
      : ['Wrong reference typed; entered again.', 'Wrong family chosen; entered again.']
  const by = team.office.find(({ role }) => role === 'supervisor')!.user_id
  return {
    ...right,
    id: random.id(made),
    at: made,
    parts: right.parts.map((part) => ({ ...part })),
    cancelled: { reason: random.pick(reasons), at: new Date(made.getTime() + 12 * 60_000), by },
  }
}
