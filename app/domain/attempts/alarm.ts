import type { CodeMeaning } from '#app/integrations/fpx/codes.ts'
import type { Step } from './attempt.ts'

/** Why a person must look at an attempt; the words for it are `payment.review.<reason>`. */
const reviewReasons = [
  'mismatch',
  'contradicted',
  'bank_problem',
  'setup',
  'unlisted_code',
  'no_answer',
  'credited',
] as const

export interface Alarm {
  reason: (typeof reviewReasons)[number]
  detail: string
}

/** Null for the usual. `doubt` says why a signed answer is not the attempt's. */
export function alarmOf({ effect }: Step, meaning: CodeMeaning, doubt: string | null): Alarm | null {
  const { code } = meaning
  if (effect === 'alert')
    return { reason: 'contradicted', detail: `code ${code} after the payment was posted` }
  if (doubt) return { reason: 'mismatch', detail: `signed, but not as asked: ${doubt}` }
  if (meaning.review) return { reason: 'bank_problem', detail: `code ${code} needs a person` }
  if (meaning.class === 'config_error')
    return { reason: 'setup', detail: `code ${code}: FPX refuses our set-up` }
  return meaning.known ? null : { reason: 'unlisted_code', detail: `code ${code} is in no list` }
}
