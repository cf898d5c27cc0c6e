import {
  plainText,
  type SkippedRow,
  type SkipReason,
  type StatementLine,
  StatementUnusable,
  senOf,
  statementLimits,
  textOrNull,
} from './statement.ts'

/** What a file says of a movement, as it stands there. */
export interface Entry {
  amount?: string
  mark?: string
  reversal?: boolean
  status?: string
  booked_on?: string | undefined
  valued_on?: string | undefined
  reference?: string
  words?: string
  details: Detail[]
}

/** The elements that may hold the sum of one transfer, by priority. */
export const detailSums = ['TxDtls', 'TxAmt', 'InstdAmt'] as const

/** One transfer of those that a movement is made of. */
export interface Detail {
  /** In ringgit, by the element that holds it. */
  amounts: Partial<Record<(typeof detailSums)[number], string>>
  /** Where it goes the other way than its entry. */
  mark?: string
  debtor?: string
  creditor?: string
  /** On whose behalf it was sent. */
  ultimate?: string
  references?: string[]
  words?: string[]
}

interface EntryLines {
  lines: Omit<StatementLine, 'number'>[]
  /** The entry, or those of its transfers that are no movement. */
  skipped: SkippedRow[]
}

/**
 * The lines of a movement: one, or one for each of its transfers where these have sums that add up to it. None of an entry
 * of 0.00, or of one that is not booked. `at`: the line of the file, for what is wrong with it.
 */
export function linesOf(entry: Entry, at: number): EntryLines {
  const none = (reason: SkipReason) => ({ lines: [], skipped: [skippedOf(entry, entry.details, reason, at)] })
  if (entry.status !== undefined && entry.status !== 'BOOK') return none('not_booked')
  const booked_on = entry.booked_on ?? entry.valued_on
  if (!booked_on) throw new StatementUnusable('date', at)
  const amount_sen = senOf(entry.amount ?? '')
  if (amount_sen === undefined) throw new StatementUnusable('amount', at)
  if (amount_sen === 0) return none('zero')
  if (entry.mark !== 'CRDT' && entry.mark !== 'DBIT') throw new StatementUnusable('side', at)
  const line = (sen: number, details: readonly Detail[]) => ({
    booked_on,
    side: sen > 0 === (entry.mark === 'CRDT') ? ('credit' as const) : ('debit' as const),
    amount_sen: Math.abs(sen),
    balance_sen: null,
    ...said(entry, details),
  })
  const parts = partsOf(entry, amount_sen)
  if (!parts) return { lines: [line(amount_sen, entry.details)], skipped: [] }
  const details = entry.details.map((detail, index) => ({ detail, sen: parts[index]! }))
  return {
    lines: details.flatMap(({ detail, sen }) => (sen === 0 ? [] : [line(sen, [detail])])),
    skipped: details.flatMap(({ detail, sen }) =>
      sen === 0 ? [skippedOf({ ...entry, amount: '0.00' }, [detail], 'zero', at)] : [],
    ),
  }
}

/** What an entry says that becomes no line: its day, its words and its amount. */
function skippedOf(entry: Entry, details: readonly Detail[], reason: SkipReason, row: number): SkippedRow {
  const { payer_name, reference, description } = said(entry, details)
  const day = entry.booked_on ?? entry.valued_on
  const words = [day, payer_name, reference, description, entry.amount].filter(Boolean)
  return { row, text: plainText(words.join(' · '), statementLimits.skippedText), reason }
}

/** The sums of the transfers, negative where one goes the other way, if each has one and they add up to the entry's. */
function partsOf({ details, mark }: Entry, amount_sen: number): number[] | undefined {
  if (details.length < 2) return undefined
  const sumIn = (detail: Detail, digits: string | undefined) => {
    const sen = senOf(digits ?? '') ?? Number.NaN
    return detail.mark && detail.mark !== mark ? -sen : sen
  }
  const ways = [
    (detail: Detail) =>
      detailSums.map((where) => detail.amounts[where]).find((digits) => digits !== undefined),
    ...detailSums.map((where) => (detail: Detail) => detail.amounts[where]),
  ]
  return ways
    .map((way) => details.map((detail) => sumIn(detail, way(detail))))
    .find((parts) => parts.reduce((sum, sen) => sum + sen, 0) === amount_sen)
}

function said({ reference, words, reversal, mark }: Entry, details: readonly Detail[]) {
  const people = details.map(({ debtor, creditor, ultimate }) => ({
    name: mark === 'CRDT' ? (debtor ?? ultimate) : creditor,
    ultimate: mark === 'CRDT' && ultimate !== debtor ? ultimate : undefined,
  }))
  const names = people.flatMap(({ name }) => name ?? [])
  const payer = names.length === 1 ? names[0] : undefined
  const references = [...new Set(details.flatMap((detail) => detail.references ?? []))]
  const texts = new Set([
    // Several names are nobody's own, but somebody may know one of them.
    ...(payer ? [] : names),
    ...people.flatMap(({ ultimate }) => (ultimate && ultimate !== payer ? ultimate : [])),
    ...details.flatMap((detail) => detail.words ?? []),
    ...(words ? [words] : []),
  ])
  return {
    // Money that the bank took back is nobody's transfer.
    payer_name: reversal ? null : textOrNull(payer, statementLimits.name),
    reference: textOrNull(references.join(' ') || reference, statementLimits.reference),
    description: plainText([...texts].join(' '), statementLimits.text),
  }
}
