import type { CodeClass, CodeMeaning, Reason } from '../fpx/codes.ts'

/**
 * What each status does to an attempt. `error` is a try that failed, after which the payer may try the same purchase
 * again, so it decides nothing; nor does anything else that can still be paid.
 */
const meanings: Readonly<Record<string, readonly [CodeClass, Reason]>> = {
  created: ['unknown', 'checking'],
  sent: ['unknown', 'checking'],
  viewed: ['unknown', 'checking'],
  error: ['unknown', 'declined'],
  overdue: ['unknown', 'checking'],
  pending_execute: ['pending', 'pending'],
  pending_charge: ['pending', 'pending'],
  hold: ['pending', 'pending'],
  pending_release: ['pending', 'pending'],
  preauthorized: ['pending', 'pending'],
  pending_capture: ['pending', 'pending'],
  paid: ['paid', 'paid'],
  cleared: ['paid', 'paid'],
  settled: ['paid', 'paid'],
  cancelled: ['cancelled', 'cancelled'],
  expired: ['timed_out', 'timed_out'],
  blocked: ['failed', 'not_permitted'],
  released: ['failed', 'declined'],
  // Ours, of a purchase that CHIP would not make.
  refused: ['config_error', 'setup'],
  pending_refund: ['refund', 'review'],
  refunded: ['refund', 'review'],
  chargeback: ['refund', 'review'],
}

/** A status of no list decides nothing and is told to a person. */
export function meaningOf(status: string): CodeMeaning {
  const [codeClass, reason] = meanings[status] ?? (['unknown', 'checking'] as const)
  return { code: status, class: codeClass, reason, requery: false, review: false, known: status in meanings }
}

/** What a test goes through, one by one. */
export const knownStatuses = Object.keys(meanings)
