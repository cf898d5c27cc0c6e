import { approveNote } from '#app/domain/billing/credit-notes/decide-note.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { leadToRequests, requestAction } from '#app/server/forms/request-verbs.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'refund.approve' } satisfies Handle

export const loader = leadToRequests('credit_note')

export const action = requestAction(
  'credit_note',
  'refund.approve',
  approveNote,
  ({ number, credit_sen }) => [
    credit_sen > 0 ? 'credit_note_approved_credit' : 'credit_note_approved',
    { number, amount: formatRinggit(credit_sen) },
  ],
)
