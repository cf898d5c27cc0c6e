import { z } from 'zod'
import { reason, version } from '#app/domain/fields.ts'
import { oneOf, searchOf } from '#app/domain/lists/search.ts'
import { kinds, states } from './cancel-request.ts'

/** Cancelling an invoice or a payment, or asking for it. */
export const cancelForm = z.object({ reason, version })

/** Saying no needs a word to who asked. */
export const rejectForm = z.object({ note: reason })

export const requestSearch = searchOf(['requester', 'requested_at', 'amount_sen'], {
  state: oneOf(states),
  kind: oneOf(kinds),
})
export type RequestSearch = z.output<typeof requestSearch>
