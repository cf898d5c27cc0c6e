import {
  plainText,
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

/** One transfer of those that a movement is made of. */
export interface Detail {
  amount?: string
  debtor?: string
  creditor?: string
  references?: string[]
  words?: string[]
}

/**
 * The lines of a movement: one, or one for each of its transfers where these say what they come to and add up to it. One
 * that is not booked yet is none. `at`: the line of the file, for what is wrong with it.
 */
export function linesOf(entry: Entry, at: number): Omit<StatementLine, 'number'>[] {
  if (entry.status !== undefined && entry.status !== 'BOOK') return []
  const booked_on = entry.booked_on ?? entry.valued_on
  if (!booked_on) throw new StatementUnusable('date', at)
  const amount_sen = senOf(entry.amount ?? '')
  if (!amount_sen) throw new StatementUnusable('amount', at)
  if (entry.mark !== 'CRDT' && entry.mark !== 'DBIT') throw new StatementUnusable('side', at)
  const side = entry.mark === 'CRDT' ? ('credit' as const) : ('debit' as const)
  const line = { booked_on, side, balance_sen: null }
  const parts = entry.details.map(({ amount = '' }) => senOf(amount) ?? 0)
  const isBatch =
    parts.length > 1 && !parts.includes(0) && parts.reduce((sum, sen) => sum + sen, 0) === amount_sen
  if (isBatch)
    return entry.details.map((detail, index) => ({
      ...line,
      amount_sen: parts[index]!,
      ...said(entry, [detail]),
    }))
  return [{ ...line, amount_sen, ...said(entry, entry.details) }]
}

function said({ reference, words, reversal, mark }: Entry, details: readonly Detail[]) {
  const names = details.flatMap(({ debtor, creditor }) => (mark === 'CRDT' ? debtor : creditor) ?? [])
  const references = [...new Set(details.flatMap((detail) => detail.references ?? []))]
  const texts = [...new Set([...details.flatMap((detail) => detail.words ?? []), ...(words ? [words] : [])])]
  return {
    // Money that the bank took back is nobody's transfer.
    payer_name: reversal ? null : textOrNull(names.length === 1 ? names[0] : undefined, statementLimits.name),
    reference: textOrNull(references.join(' ') || reference, statementLimits.name),
    description: plainText(texts.join(' '), statementLimits.text),
  }
}
