import { creditNoteRequest } from '#app/server/requests/credit-note.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'refund.approve' } satisfies Handle

export const loader = creditNoteRequest.approve.loader
export const action = creditNoteRequest.approve.action
