import { addDays, todayIn } from '#app/domain/core/dates.ts'
import {
  type Attempt,
  attemptTo,
  awaitingApproval,
  doubted,
  failed,
  transactionId,
  waiting,
} from '../attempts.ts'
import { type Bill, owed } from '../billing.ts'
import { type Pay, pay } from '../paying.ts'
import type { Household } from '../people.ts'
import type { Team } from '../staff.ts'
import { at, laterOf, type Stage } from '../stage.ts'
import type { Raised } from './exceptions.ts'

const minute = 60_000

/**
 * What seldom happens and must be seen: attempts that wait for the bank or for an approver now, one that nobody came
 * back from, two that a person must look at, an invoice that is paid in part, money that came after the invoice had been
 * paid at the counter, and money that was debited twice.
 */
export function tellStories(
  stage: Stage,
  team: Team,
  bills: readonly Bill[],
  pays: readonly Pay[],
): { attempts: Attempt[]; pays: Pay[]; raised: Raised[] } {
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
  tell(attempt(2 * 24 * 60 * minute), doubted)
  for (const days of [1, 2, 5]) tell(attempt(days * 24 * 60 * minute), (made) => failed(stage, made))
  const part = open.shift()
  const late = lateMoney(stage, team, pays)
  if (late) attempts.push(late.attempt!)
  const twice = debitedAgain(stage, pays)
  return {
    attempts,
    pays: [
      ...(part ? [partOf(stage, team, ...part)] : []),
      ...(late ? [late] : []),
      ...(twice ? [twice] : []),
    ],
    raised: [
      ...attempts.flatMap((one) => (one.state === 'needs_review' ? [raisedBy(stage, one)] : [])),
      ...(twice ? [raisedBy(stage, twice.second!, twice)] : []),
    ],
  }
}

/** What FPX said of an attempt that a person must look at; of the second debit of one that was paid with its payment. */
function raisedBy({ random }: Stage, attempt: Attempt, pay?: Pay): Raised {
  const minutes = random.int(2, 9)
  const at = pay?.at ?? new Date(attempt.requested_at.getTime() + minutes * minute)
  const told = {
    at,
    transaction_id: attempt.gateway_transaction_id ?? transactionId(random, at),
    bank_reference: attempt.bank_reference ?? random.digits(8),
    amount_sen: attempt.amount_sen,
    ...(pay && { pay }),
  }
  if (pay) return { ...told, kind: 'second_debit', attempt, code: '00' }
  if (attempt.review_reason !== 'mismatch') return { ...told, kind: 'bank_problem', attempt, code: '87' }
  // as if somebody had left out a digit
  return { ...told, kind: 'mismatch', attempt, code: '00', amount_sen: Math.floor(attempt.amount_sen / 10) }
}

/** The bank debited a family again for an order that it had paid some minutes before: all of it is credit. */
function debitedAgain(stage: Stage, pays: readonly Pay[]): Pay | undefined {
  const [earliest, latest] = [addDays(stage.today, -40), addDays(stage.today, -3)]
  const first = pays.find(
    ({ attempt, household, on, cancelled, credit_sen }) =>
      attempt?.state === 'paid' &&
      !household.payer.email.startsWith('parent@') &&
      on >= earliest &&
      on <= latest &&
      !cancelled &&
      credit_sen === 0,
  )
  if (!first?.attempt) return undefined
  const { random } = stage
  const again = new Date(first.at.getTime() + 7 * minute)
  const second: Attempt = {
    ...first.attempt,
    gateway_transaction_id: transactionId(random, again),
    bank_reference: random.digits(8),
  }
  return {
    ...first,
    ...{ id: random.id(again), at: again, on: todayIn(again), attempt: null, second },
    ...{ parts: [], credit_sen: second.amount_sen, payer_fee_sen: 0, tenant_fee_sen: 0 },
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
