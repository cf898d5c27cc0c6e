import { addDays } from '#app/domain/core/dates.ts'
import type { Candidate, Said } from './candidates.ts'
import { type Evidence, warnings } from './evidence.ts'

/** Days after which an invoice is matched only if named. */
const mostLate = 90

export interface Owed {
  id: string
  number: string
  balance_sen: number
  issued_on: string
  due_on: string
  /** An online payment of it is under way. */
  pending: boolean
}

/** A family's open invoices, the oldest first, and a payment that may be the same money. */
export interface Facts {
  owed: readonly Owed[]
  duplicate: { number: string } | null
}

export interface Line extends Said {
  booked_on: string
}

/** Facts about the whole statement or month. */
interface About {
  /** The lines add up to the statement's balances. */
  addsUp: boolean
  monthOpen: boolean
}

export interface Verdict {
  /** The family; null if none was found. */
  family: string | null
  /** May be recorded automatically. */
  certain: boolean
  evidence: Evidence[]
}

/** Minimum weight of a suggestion. */
const leastWeight = 35

/**
 * Judges a line. It is certain by the family's code alone, whatever the amount; or by a full name unique to the family together
 * with a sum equal to its total debt or one of its invoices, unless the line names another family's invoice. Any warning, or
 * evidence for a second family, leaves it to a person.
 */
export function judge(
  line: Line,
  candidates: readonly Candidate[],
  factsOf: (family: string) => Facts,
  about: About,
): Verdict {
  const weighed = candidates
    .map((candidate) => {
      const facts = factsOf(candidate.family)
      const sum = sumOf(line, facts, candidate)
      return { candidate, facts, sum, weight: candidate.weight + sumWeight(sum) }
    })
    .sort((a, b) => b.weight - a.weight)
  const [best, second] = weighed
  if (!best || best.weight < leastWeight) return { family: null, certain: false, evidence: [] }
  const { candidate, facts, sum } = best
  const against = [
    ...othersOf(candidates, candidate, second !== undefined && second.weight === best.weight),
    ...doubts(line, facts, about, candidate),
  ]
  const evidence = [
    ...candidate.evidence.filter(({ kind }) => kind !== 'sum_only' || !sum),
    ...(sum ? [sum] : []),
    ...against,
  ]
  const exact = sum?.kind === 'sum_all' || sum?.kind === 'sum_single'
  const proven = candidate.byCode || (candidate.byName && exact)
  const certain = proven && !evidence.some(({ kind }) => warnings.includes(kind))
  return { family: candidate.family, certain, evidence }
}

const sumWeights = { sum_all: 25, sum_first: 10, sum_single: 15 } as const
const sumWeight = (sum: Evidence | undefined) => sumWeights[sum?.kind as keyof typeof sumWeights] ?? 0

/** How the amount relates to the family's debts. */
function sumOf({ amount_sen, booked_on }: Line, facts: Facts, { named }: Candidate): Evidence | undefined {
  const owed = issuedBy(facts, booked_on)
  const total = sumUp(owed)
  if (owed.length === 0) return undefined
  if (amount_sen === total) return { kind: 'sum_all', count: owed.length, sen: total }
  const one = owed.find(
    ({ balance_sen, number }) => balance_sen === amount_sen && (named.length === 0 || named.includes(number)),
  )
  if (one) return { kind: 'sum_single', text: one.number }
  let sum = 0
  for (const [index, { balance_sen }] of owed.entries()) {
    sum += balance_sen
    if (sum === amount_sen) return { kind: 'sum_first', count: index + 1 }
  }
  return amount_sen < total ? { kind: 'sum_less', sen: total } : { kind: 'sum_more', sen: total }
}

/** Other families with equally strong evidence: two codes, or a code and somebody else's invoice, are contradictory. */
function othersOf(
  candidates: readonly Candidate[],
  { family, byCode }: Candidate,
  tied: boolean,
): Evidence[] {
  const others = candidates.filter(
    (other) =>
      other.family !== family && (other.byCode || other.named.length > 0 || (!byCode && other.byName)),
  )
  return others.length > 0 || tied ? [{ kind: 'others', count: Math.max(1, others.length) }] : []
}

function doubts(line: Line, facts: Facts, { addsUp, monthOpen }: About, { byCode }: Candidate): Evidence[] {
  const found: Evidence[] = []
  const { owed, duplicate } = facts
  if (duplicate) found.push({ kind: 'duplicate', text: duplicate.number })
  if (owed.length === 0) found.push({ kind: 'nothing_owed' })
  const pending = owed.find((one) => one.pending)
  if (pending) found.push({ kind: 'in_payment', text: pending.number })
  const then = issuedBy(facts, line.booked_on)
  const early = owed.find((one) => !then.includes(one))
  if (early && line.amount_sen > sumUp(then)) found.push({ kind: 'before_issue', text: early.number })
  const isOld = then.length > 0 && then.every(({ due_on }) => addDays(due_on, mostLate) < line.booked_on)
  if (isOld && !byCode) found.push({ kind: 'too_old' })
  if (!monthOpen) found.push({ kind: 'month_closed' })
  if (!addsUp) found.push({ kind: 'not_added_up' })
  return found
}

const sumUp = (owed: readonly Owed[]) => owed.reduce((sum, { balance_sen }) => sum + balance_sen, 0)

/** Invoices issued by the day; later ones cannot have been meant. */
const issuedBy = ({ owed }: Pick<Facts, 'owed'>, day: string) =>
  owed.filter(({ issued_on }) => issued_on <= day)
