import { approveArrangement } from '#app/domain/billing/arrangements/decide-arrangement.ts'
import { leadToRequests, requestAction } from '#app/server/forms/request-verbs.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'arrangement.approve' } satisfies Handle

export const loader = leadToRequests('arrangement')

export const action = requestAction(
  'arrangement',
  'arrangement.approve',
  approveArrangement,
  ({ parent }) => ['arrangement_agreed', { name: parent }],
)
