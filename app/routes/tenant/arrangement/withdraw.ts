import { withdrawArrangement } from '#app/domain/billing/arrangements/decide-arrangement.ts'
import { leadToRequests, requestAction } from '#app/server/forms/request-verbs.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'arrangement.request' } satisfies Handle

export const loader = leadToRequests('arrangement')

export const action = requestAction(
  'arrangement',
  'arrangement.request',
  withdrawArrangement,
  ({ parent }) => ['arrangement_withdrawn', { name: parent }],
)
