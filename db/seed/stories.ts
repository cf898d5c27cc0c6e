import { addDays } from '#app/domain/dates.ts'
import { type Attempt, attemptTo, awaitingApproval, failed, waiting } from './attempts.ts'
import { type Bill, owed } from './billing.ts'
import { type Pay, pay } from './paying.ts'
import type { Household } from './people.ts'
import type { Team } from './staff.ts'
import { at, laterOf, type Stage } from './stage.ts'

const minute = 60_000

/**
 * What seldom happens and must be seen: attempts that wait for the bank or for an approver now, one that nobody came
 * back from, one that a person must look at, an invoice that is paid in part, and money that came after the invoice had
 * been paid at the counter.
 */
export function tellStories(
  stage: Stage,
  team: Team,
  bills: readonly Bill[],
  pays: readonly Pay[],
): { attempts: Attempt[]; pays: Pay[] } {
  const { now, today } = stage
  const open = openFamilies(bills, today)
  const attempts: Attempt[] = []
  const attempt = (before: number, model: Attempt['model'] = 'B2C') => {
    const family = open.shift()
    if (!family) return undefined
    const [household, bill] = family
    const asked = new Date(now.getTime() - before)
    return attemptTo(stage, household, [{ bill, amount_sen: owed(bill) }], asked, model)
  }
  const tell = (made: Attempt | undefined, story: (attempt: Attempt) => Attempt) => {
    if (made) attempts.push(story(made))
  }
  tell(attempt(4 * minute), waiting)
  tell(attempt(26 * 60 * minute, 'B2B1'), (made) =>
    awaitingApproval(made, new Date(now.getTime() + 4 * 60 * minute)),
  )
  tell(attempt(30 * 60 * minute), neverCameBack)
  tell(attempt(3 * 24 * 60 * minute), needsSomebody)
  for (const days of [1, 2, 5]) tell(attempt(days * 24 * 60 * minute), (made) => failed(stage, made))
  const part = open.shift()
  const late = lateMoney(stage, team, pays)
  if (late) attempts.push(late.attempt!)
  return {
    attempts,
    pays: [...(part ? [partOf(stage, team, ...part)] : []), ...(late ? [late] : [])],
  }
}

/** Some ringgit at the counter, the rest when the wages come. */
function partOf(stage: Stage, team: Team, household: Household, bill: Bill): Pay {
  const on = laterOf(bill.issued_on!, addDays(stage.today, -3))
  const amount_sen = Math.max(10_00, Math.floor(owed(bill) / 2_000) * 1_000)
  return pay(stage, team, { household, method: 'cash', on, parts: [{ bill, amount_sen }] })
}

/** Families with an unpaid invoice that is not old, each once; the parent who signs in is left out. */
function openFamilies(bills: readonly Bill[], today: string): [Household, Bill][] {
  const recent = addDays(today, -60)
  const found = new Map<Household, Bill>()
  for (const bill of bills) {
    if (bill.status !== 'unpaid' || bill.paid_sen > 0 || bill.issued_on! < recent) continue
    if (!bill.household.payer.email.startsWith('parent@')) found.set(bill.household, bill)
  }
  return [...found]
}

/** The browser was closed before the bank's page: FPX knew nothing of it a day later. */
function neverCameBack(attempt: Attempt): Attempt {
  return {
    ...attempt,
    state: 'expired',
    response_code: '76',
    gateway_transaction_id: null,
    bank_reference: null,
  }
}

/** The bank reports a debit that went wrong on its side. */
function needsSomebody(attempt: Attempt): Attempt {
  return { ...attempt, state: 'needs_review', response_code: '87', review_reason: 'bank_problem' }
}

/** An attempt was given up, the family paid cash, and then the bank's yes arrived: all of it is credit. */
function lateMoney(stage: Stage, team: Team, pays: readonly Pay[]): Pay | undefined {
  const earliest = addDays(stage.today, -50)
  const latest = addDays(stage.today, -4)
  const cash = pays.find(
    ({ method, on, parts, cancelled }) =>
      method === 'cash' &&
      !cancelled &&
      on >= earliest &&
      on <= latest &&
      parts.length === 1 &&
      parts[0]!.bill.status === 'paid',
  )
  if (!cash) return undefined
  const { bill, amount_sen } = cash.parts[0]!
  const on = addDays(cash.on, 1)
  const arrives = at(stage, on, 8.2)
  const asked = new Date(cash.at.getTime() - 20 * 60 * minute)
  const attempt = {
    ...attemptTo(stage, cash.household, [{ bill, amount_sen }], asked),
    late_success: true,
    review_reason: 'credited',
    responded_at: arrives,
  }
  const parts = [{ bill, amount_sen }]
  return pay(stage, team, { household: cash.household, method: 'fpx', on, parts, attempt, at: arrives })
}
