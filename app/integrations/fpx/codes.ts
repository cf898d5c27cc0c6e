import { CODE_TABLE } from './code-table.ts'

/**
 * What a code does to an attempt. `unknown`, `duplicate` and `refund` say nothing about the money: enquire, and leave
 * the state as it is. `config_error` is the platform's fault: nothing was charged and the operator must hear of it.
 */
export const CODE_CLASSES = [
  'paid',
  'pending',
  'awaiting_approval',
  'failed',
  'cancelled',
  'timed_out',
  'unknown',
  'duplicate',
  'config_error',
  'review',
  'refund',
] as const

/** Why, in the payer's terms; the sentences are `fpx.reason.<reason>`. */
export const REASONS = [
  'paid',
  'pending',
  'awaiting_approval',
  'account',
  'bank',
  'bank_down',
  'bank_error',
  'buyer_email',
  'buyer_name',
  'cancelled',
  'checking',
  'closed',
  'declined',
  'details',
  'duplicate',
  'funds',
  'limit',
  'merchant_cancelled',
  'minimum',
  'not_found',
  'not_permitted',
  'review',
  'setup',
  'timed_out',
] as const

export type CodeClass = (typeof CODE_CLASSES)[number]
export type Reason = (typeof REASONS)[number]

export interface CodeMeaning {
  code: string
  class: CodeClass
  reason: Reason
  requery: boolean
  review: boolean
  /** False for a code in no list of PayNet's: the operator must see it. */
  known: boolean
}

const CODES: ReadonlyMap<string, CodeMeaning> = new Map(
  CODE_TABLE.split('\n')
    .filter((line) => line.trim())
    .map(readRow)
    .map((meaning) => [meaning.code, meaning]),
)

export function knownCodes(): CodeMeaning[] {
  return [...CODES.values()]
}

/**
 * What a debit authorisation code means. A code of no list (and a blank) is `unknown`: enquire and alert, never paid
 * and never failed. `76` (not found) is `unknown` too: the payer may still be at the bank; only after a day with no
 * AC at all does it mean that the payment was never started.
 */
export function meaningOf(code: string): CodeMeaning {
  return (
    CODES.get(code) ?? {
      code,
      class: 'unknown',
      reason: 'checking',
      requery: true,
      review: false,
      known: false,
    }
  )
}

export type PayerStatus = 'successful' | 'pending_authorization' | 'pending' | 'unsuccessful'

/**
 * PayNet's own four words for payers (`fpx.status.<status>`). PayNet calls all but 00, 99 and 09 unsuccessful; while
 * the product does not know (unknown, duplicate, review) it says pending instead, so that nobody pays twice.
 */
export function payerStatus(meaning: Pick<CodeMeaning, 'class'>): PayerStatus {
  switch (meaning.class) {
    case 'paid':
      return 'successful'
    case 'awaiting_approval':
      return 'pending_authorization'
    case 'pending':
    case 'unknown':
    case 'duplicate':
    case 'review':
    case 'refund':
      return 'pending'
    case 'failed':
    case 'cancelled':
    case 'timed_out':
    case 'config_error':
      return 'unsuccessful'
  }
}

function readRow(line: string): CodeMeaning {
  const [code, codeClass, reason, ...follow] = line.split(' ') as [string, CodeClass, Reason, ...string[]]
  return {
    code,
    class: codeClass,
    reason,
    requery: follow.includes('requery'),
    review: follow.includes('review'),
    known: true,
  }
}
