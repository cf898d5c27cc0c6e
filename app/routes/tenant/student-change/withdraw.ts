import { studentChangeRequest } from '#app/server/requests/student-change.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'student.request_change' } satisfies Handle

export const loader = studentChangeRequest.withdraw.loader
export const action = studentChangeRequest.withdraw.action
