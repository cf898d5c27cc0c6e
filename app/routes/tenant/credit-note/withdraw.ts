import { creditNoteRequest } from '#app/server/requests/credit-note.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: { any: ['refund.create', 'refund.request'] } } satisfies Handle

export const loader = creditNoteRequest.withdraw.loader
export const action = creditNoteRequest.withdraw.action
