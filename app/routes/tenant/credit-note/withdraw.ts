import { withdrawNote } from '#app/domain/billing/credit-notes/decide-note.ts'
import { leadToRequests, requestAction } from '#app/server/forms/request-verbs.ts'
import { askScope } from '#app/server/payments/credit-notes.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: { any: ['refund.create', 'refund.request'] } } satisfies Handle

export const loader = leadToRequests('credit_note')

export const action = requestAction('credit_note', askScope, withdrawNote, ({ invoice }) => [
  'credit_note_withdrawn',
  { number: invoice ?? '' },
])
