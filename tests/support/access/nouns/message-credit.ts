import { topUpForm } from '#app/domain/platform/message-credits/top-up-form.ts'
import type { Row } from '../row.ts'

/** There is none in the organisation of the test; what becomes of one is tried in a test of its own. */
const unordered = [{ id: '0198f000-0000-7000-8000-00000000dead' }]

export const messageCreditRows: Record<string, Row> = {
  'tenant/message-credit/order': { schema: topUpForm },
  'tenant/message-credit/top-up': { params: unordered, absent: true },
  'tenant/message-credit/cancel': { params: unordered, leadsOn: true },
}
