import { addDays } from '#app/domain/core/dates.ts'
import { linesOf, ruleOn, type TurnoverBand } from '../rules/rules.ts'

/** What an organisation says of itself; days are plain dates in Malaysia. */
export interface ObligationAnswers {
  /** Revenue of `turnover_year`. */
  turnover_band: TurnoverBand
  /** The first year that reached RM1 million; of one that never did, the last full year that it speaks for. */
  turnover_year: number
  /** Null: before 2023. */
  started_on: string | null
  related_above_1m: boolean
  statutory: boolean
  approved_donations: boolean
  relaxation_declined: boolean
  /** Agreed with the tax agent; stands above what follows from the rest. */
  agreed_start_on: string | null
}

/**
 * - exempt: nothing is owed
 * - not_yet: the first day is known and ahead
 * - relaxed: everything of a month may go into one consolidated e-invoice
 * - in_force: all rules hold
 */
export type ObligationState = 'exempt' | 'not_yet' | 'relaxed' | 'in_force'

/** Its sentence is `einvoice_obligation.why.<code>`. */
export type WhyCode =
  | 'below'
  | 'below_start'
  | 'answer_again'
  | 'statutory'
  | 'statutory_other'
  | 'agreed'
  | 'phase'
  | 'late_start'
  | 'second_year'
  | 'related'
  | 'related_start'
  | 'relaxation'
  | 'relaxation_declined'
  | 'never_out'

export interface Why {
  code: WhyCode
  /** The day or the year it speaks of. */
  on?: string | undefined
  year?: number | undefined
  band?: TurnoverBand | undefined
  /** Where it is written; null of what follows from an answer alone. */
  source: string | null
  /** False: to be confirmed with a tax agent. */
  sure: boolean
}

export interface Obligation {
  state: ObligationState
  /** First day of e-invoicing; null while exempt. */
  since: string | null
  /** Last day of the state; null when nothing ends it. Of an exempt one the last day that is certain. */
  until: string | null
  next: { state: ObligationState; on: string } | null
  why: Why[]
  /** The answers speak for too long ago to say anything about this day. */
  stale: boolean
}

/** What an organisation owes on a day. Pure; every date in it comes from the rules. */
export function obligationOn(answers: ObligationAnswers, on: string): Obligation {
  const start = startOf(answers, on)
  if (!('day' in start)) return start
  const why = start.why
  if (on < start.day) {
    const first = relaxedUntil(answers, start.day)
    const state = first && !answers.relaxation_declined ? 'relaxed' : 'in_force'
    return {
      ...{ state: 'not_yet', since: start.day, until: addDays(start.day, -1), why, stale: false },
      next: { state, on: start.day },
    }
  }
  why.push({ code: 'never_out', source: 'LHDN e-Invoice General FAQ, May 2026, 95', sure: true })
  const relaxed = relaxedUntil(answers, on)
  if (relaxed && !answers.relaxation_declined) {
    why.push({ code: 'relaxation', on: relaxed.until, source: relaxed.source, sure: relaxed.sure })
    return {
      ...{ state: 'relaxed', since: start.day, until: relaxed.until, why, stale: false },
      next: { state: 'in_force', on: addDays(relaxed.until, 1) },
    }
  }
  if (relaxed) why.push({ code: 'relaxation_declined', on: relaxed.until, source: null, sure: true })
  return { state: 'in_force', since: start.day, until: null, next: null, why, stale: false }
}

/** Whether something of a day is reported at all: with a start in mid-month what is dated before it is not. */
export const isObliged = (answers: ObligationAnswers, on: string): boolean => {
  const { state } = obligationOn(answers, on)
  return state === 'relaxed' || state === 'in_force'
}

type Start = { day: string; why: Why[] }

function startOf(answers: ObligationAnswers, on: string): Start | Obligation {
  const { agreed_start_on: agreed, turnover_band: band, turnover_year: year } = answers
  if (agreed) return { day: agreed, why: [{ code: 'agreed', on: agreed, source: null, sure: true }] }
  if (answers.statutory) return exempt([...statutoryWhy(on)])
  if (band !== 'below_1m') return startByRevenue(band, year)
  if (answers.related_above_1m) return startByRelation(answers.started_on)
  return exemptBelow(year, on)
}

const exempt = (why: Why[], until: string | null = null, stale = false): Obligation => {
  return { state: 'exempt', since: null, until, next: null, why, stale }
}

function* statutoryWhy(on: string): Iterable<Why> {
  const source = 'LHDN e-Invoice Guideline 4.6, 1.6.1(c)'
  yield { code: 'statutory', source, sure: true }
  const other = ruleOn('statutory_other_income', on)
  if (other) yield { code: 'statutory_other', on: other.from, source: other.source, sure: other.sure }
}

/** Below the exemption in every year: who passes it next year at the earliest knows the day already. */
function exemptBelow(year: number, on: string): Obligation {
  const rule = linesOf('exemption_below_sen').at(-1)!
  const earliest = startAfter(year + 1).day
  const why: Why[] = [{ code: 'below', year, source: rule.source, sure: rule.sure }]
  // What is known of a year ends with the last day before the earliest start that the next one could bring.
  const stale = earliest <= on
  why.push(
    stale
      ? { code: 'answer_again', year: year + 1, source: null, sure: true }
      : {
          code: 'below_start',
          year: year + 1,
          on: earliest,
          source: startAfter(year + 1).why.source,
          sure: true,
        },
  )
  return exempt(why, addDays(earliest, -1), stale)
}

/** First day for who reached RM1 million in a year after 2022. */
function startAfter(year: number): { day: string; why: Why } {
  const late = linesOf('late_start').at(-1)!
  if (year <= late.value.reachedUntil) {
    const day = late.value.start
    return { day, why: { code: 'late_start', year, on: day, source: late.source, sure: late.sure } }
  }
  const rule = linesOf('second_year').at(-1)!
  const day = `${year + rule.value.yearsAfter}-01-01`
  return { day, why: { code: 'second_year', year, on: day, source: rule.source, sure: rule.sure } }
}

function startByRevenue(band: Exclude<TurnoverBand, 'below_1m'>, year: number): Start {
  if (year > 2022) {
    const { day, why } = startAfter(year)
    return { day, why: [why] }
  }
  const rule = linesOf('phases').at(-1)!
  const day = rule.value[band]
  return { day, why: [{ code: 'phase', band, on: day, source: rule.source, sure: rule.sure }] }
}

/** Too small by itself, and not exempt because of whom it belongs to. */
function startByRelation(started_on: string | null): Start {
  const source = 'LHDN e-Invoice General FAQ, May 2026, 90-98'
  const phases = linesOf('phases').at(-1)!
  const late = linesOf('late_start').at(-1)!
  const begun = started_on === null || started_on < '2023-01-01'
  const isNew = !begun && Number(started_on.slice(0, 4)) > late.value.reachedUntil
  const day = begun
    ? phases.value.to_5m
    : isNew && started_on > late.value.start
      ? started_on
      : late.value.start
  return {
    day,
    why: [
      { code: 'related', source, sure: true },
      // The guideline names no day of its own for these.
      { code: 'related_start', on: day, source, sure: false },
    ],
  }
}

/** The last day of the relaxation that the rules allow on a day; undefined when there is none. */
function relaxedUntil(
  { turnover_band: band }: ObligationAnswers,
  on: string,
): { until: string; source: string; sure: boolean } | undefined {
  const rule = ruleOn('relaxations', on)
  const until = rule?.value[band]
  return rule && until && on <= until ? { until, source: rule.source, sure: rule.sure } : undefined
}
