import { studentDiscountRequest } from '#app/server/requests/student-discount.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'student_discount.approve' } satisfies Handle

export const loader = studentDiscountRequest.approve.loader
export const action = studentDiscountRequest.approve.action
