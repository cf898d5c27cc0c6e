/**
 * What a state means to the person who looks at it; each tone has its own shape and colour.
 * good: done, nothing to do · wait: someone or something else is busy · open: waits for its turn ·
 * late: needs attention now · bad: went wrong · off: over · draft: not yet out.
 */
export type Tone = 'good' | 'wait' | 'open' | 'late' | 'bad' | 'off' | 'draft'

const TONES: Record<Tone, readonly string[]> = {
  good: [
    ...[
      'paid',
      'active',
      'approved',
      'accepted',
      'valid',
      'validated',
      'verified',
      'completed',
      'done',
      'ready',
    ],
    ...['sent', 'delivered', 'read', 'settled', 'paid_out', 'collected', 'confirmed', 'present', 'matched'],
    ...['green', 'closed_paid', 'spent', 'kept', 'success', 'eligible', 'used', 'tested'],
  ],
  wait: [
    ...[
      'pending',
      'processing',
      'submitted',
      'running',
      'making',
      'sending',
      'queued',
      'scheduled',
      'awaiting_confirmation',
    ],
    ...[
      'requested',
      'received',
      'grace',
      'trial',
      'partial',
      'part_paid',
      'suggested',
      'waitlisted',
      'entered',
    ],
    ...[
      'checked',
      'mapped',
      'uploaded',
      'reserved',
      'on_hold',
      'late',
      'sent_with_errors',
      'done_with_errors',
    ],
    ...['paused', 'invited', 'waiting', 'cancelling'],
  ],
  open: [
    'unpaid',
    'open',
    'planned',
    'new',
    'unmatched',
    'proposed',
    'not_submitted',
    'unverified',
    'issued',
  ],
  late: ['overdue', 'escalated', 'limited', 'locked', 'expired', 'reject_requested'],
  bad: [
    'red',
    'failed',
    'rejected',
    'invalid',
    'refused',
    'absent',
    'blocked',
    'broken',
    'closed_failed',
    'error',
  ],
  draft: ['draft', 'not_configured', 'not_set', 'not_setup'],
  off: [
    ...[
      'cancelled',
      'inactive',
      'ended',
      'closed',
      'withdrawn',
      'graduated',
      'reversed',
      'refunded',
      'returned',
      'replaced',
      'rounded',
    ],
    ...['excused', 'ignored', 'suppressed', 'undone', 'deleted', 'ineligible', 'archived'],
  ],
}

const BY_STATUS = new Map(
  Object.entries(TONES).flatMap(([tone, statuses]) => statuses.map((status) => [status, tone as Tone])),
)

/** Every status that has a word in `common.status`. */
export const STATUSES = [...BY_STATUS.keys()]

/** The tone of a status code; one that is not listed is shown as finished. */
export function toneOf(status: string): Tone {
  return BY_STATUS.get(status) ?? 'off'
}
