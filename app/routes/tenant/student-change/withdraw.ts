import { withdrawChange } from '#app/domain/people/student-changes/decide-change.ts'
import { leadToRequests, requestAction } from '#app/server/forms/request-verbs.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'student.request_change' } satisfies Handle

export const loader = leadToRequests('student_change')

export const action = requestAction(
  'student_change',
  'student.request_change',
  withdrawChange,
  ({ student }) => ['student_change_withdrawn', { name: student }],
)
