import { addDays } from '#app/domain/core/dates.ts'
import {
  type Evidence,
  type EvidenceKind,
  warnings,
} from '#app/domain/payments/bank-statements/bank-statement.ts'
import type { Directory } from './directory.ts'
import { codesIn, nearCodesIn, numbersIn } from './directory.ts'
import { type FoundName, namesIn } from './names.ts'

/** The texts of a line as the bank wrote them. */
interface LineText {
  amount_sen: number
  payer_name: string | null
  reference: string | null
  description: string
}

export interface JudgedLine extends LineText {
  booked_on: string
}

/** A family that a line may belong to, with evidence and weight. */
export interface Candidate {
  family: string
  evidence: Evidence[]
  weight: number
  /** Its code occurs exactly. */
  byCode: boolean
  /** Its code occurs with one typing error. */
  byNearCode: boolean
  /** The full name of one of its people occurs, unique to this family. */
  byName: boolean
  /** Its invoice numbers that occur. */
  named: string[]
}

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

/** Days after which an invoice is matched only if named. */
const mostLate = 90

/** Minimum weight of a suggestion. */
const leastWeight = 35

/**
 * Judges a line. It is certain by the family's code, whatever the amount; or by the code with one typing error together with a
 * full proven name unique to the family and a sum equal to its total debt or one of its invoices. A name without a code,
 * whatever the sum, only makes a suggestion. Any warning, or evidence for a second family, leaves it to a person.
 */
export function judge(
  line: JudgedLine,
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
  const proven = candidate.byCode || (candidate.byNearCode && candidate.byName && exact)
  const certain = proven && !evidence.some(({ kind }) => warnings.includes(kind))
  return { family: candidate.family, certain, evidence }
}

const sumWeights = { sum_all: 25, sum_first: 10, sum_single: 15 } as const

const sumWeight = (sum: Evidence | undefined) => sumWeights[sum?.kind as keyof typeof sumWeights] ?? 0

/** How the amount relates to the family's debts. */
function sumOf(
  { amount_sen, booked_on }: JudgedLine,
  facts: Facts,
  { named }: Candidate,
): Evidence | undefined {
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

function doubts(
  line: JudgedLine,
  facts: Facts,
  { addsUp, monthOpen }: About,
  { byCode }: Candidate,
): Evidence[] {
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

/** Maximum candidates; a partial name may match many people. */
const mostCandidates = 12

const weights = {
  ...{ reference: 100, near_reference: 50, invoice: 45, name: 40, paid_before: 45, child: 35 },
  ...{ same_name: 28, part_of_name: 15, sum_only: 12 },
} as const

/** Families that a line may belong to, the likeliest first, regardless of what they owe. */
export function candidatesOf(line: LineText, directory: Directory): Candidate[] {
  const found = new Map<string, Candidate>()
  const note = (family: string | undefined, evidence: Evidence, more: Partial<Candidate> = {}) => {
    if (family === undefined) return
    const candidate = found.get(family) ?? {
      ...{ family, evidence: [], weight: 0, byCode: false, byNearCode: false, byName: false, named: [] },
    }
    if (candidate.evidence.some(({ kind, text }) => kind === evidence.kind && text === evidence.text)) return
    candidate.evidence.push(evidence)
    candidate.weight += weights[evidence.kind as keyof typeof weights]
    candidate.byCode ||= more.byCode ?? false
    candidate.byNearCode ||= more.byNearCode ?? false
    candidate.byName ||= more.byName ?? false
    candidate.named.push(...(more.named ?? []))
    found.set(family, candidate)
  }
  const { codes, names, invoices, sums } = directory
  const texts = [line.reference, line.description, line.payer_name].filter((text): text is string =>
    Boolean(text),
  )
  for (const text of texts)
    for (const code of codesIn(text, codes))
      note(codes.exact.get(code), { kind: 'reference', text: code }, { byCode: true })
  const byCode = found.size > 0
  // Partial references are considered only without an exact one.
  if (!byCode)
    for (const text of texts)
      for (const { code, typed } of nearCodesIn(text, codes))
        note(codes.exact.get(code), { kind: 'near_reference', text: code, typed }, { byNearCode: true })
  for (const text of texts)
    for (const digits of numbersIn(text)) {
      const invoice = invoices.get(digits)
      note(
        invoice?.family,
        { kind: 'invoice', text: invoice?.number ?? '' },
        { named: invoice ? [invoice.number] : [] },
      )
    }
  for (const found of foundNames(line, names))
    note(found.family, { kind: kindOf(found), text: found.name }, { byName: found.whole })
  note(sums.get(line.amount_sen), { kind: 'sum_only' })
  return [...found.values()].sort((a, b) => b.weight - a.weight).slice(0, mostCandidates)
}

/**
 * Where the bank names the payer, that field alone says who paid, and other texts can only name the child; otherwise any text
 * may name either.
 */
function foundNames(
  { payer_name, reference, description }: LineText,
  names: Directory['names'],
): FoundName[] {
  const free = [reference ?? '', description].flatMap((text) => namesIn(text, names, 'free'))
  if (payer_name === null) return free
  return [...namesIn(payer_name, names, 'payer'), ...free.filter(({ who }) => who === 'child')]
}

function kindOf({ whole, all, who }: FoundName): EvidenceKind {
  if (!whole) return all ? 'same_name' : 'part_of_name'
  return who === 'child' || who === 'paid_before' ? who : 'name'
}
