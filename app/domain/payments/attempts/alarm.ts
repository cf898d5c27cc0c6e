import type { CodeMeaning } from '#app/integrations/fpx/codes.ts'
import type { Step } from './attempt.ts'

/** Why a person must look at an attempt; the words for it are `payment.review.<reason>`. */
const reviewReasons = [
  'mismatch',
  'second_debit',
  'id_claimed',
  'contradicted',
  'bank_problem',
  'setup',
  'unlisted_code',
  'no_answer',
  'approval_late',
  'credited',
  'not_owed',
  'reversed',
] as const

export interface Alarm {
  reason: (typeof reviewReasons)[number]
  detail: string
}

/** What is about this one payment, and not about our set-up or FPX's lists, waits on the desk until it is settled. */
export function isOnDesk(
  reason: Alarm['reason'],
): reason is Exclude<Alarm['reason'], 'setup' | 'unlisted_code'> {
  return reason !== 'setup' && reason !== 'unlisted_code'
}

interface Found {
  /** Why a signed answer is not the attempt's. */
  doubt: string | null
  claim: 'new' | 'known' | 'elsewhere' | null
}

/** Null for the usual. */
export function alarmOf({ effect }: Step, meaning: CodeMeaning, { doubt, claim }: Found): Alarm | null {
  const { code } = meaning
  if (claim === 'elsewhere') return { reason: 'id_claimed', detail: `signed, but its ${doubt}` }
  if (doubt) return { reason: 'mismatch', detail: `signed, but not as asked: ${doubt}` }
  if (effect === 'reverse') return { reason: 'reversed', detail: `${code} after the payment was posted` }
  if (effect === 'alert')
    return { reason: 'contradicted', detail: `code ${code} after the payment was posted` }
  if (meaning.review) return { reason: 'bank_problem', detail: `code ${code} needs a person` }
  if (meaning.class === 'config_error')
    return { reason: 'setup', detail: `code ${code}: our set-up is refused` }
  return meaning.known ? null : { reason: 'unlisted_code', detail: `code ${code} is in no list` }
}
