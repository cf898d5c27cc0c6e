import { studentDiscountRequest } from '#app/server/requests/student-discount.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = {
  access: { any: ['student_discount.create', 'student_discount.request'] },
} satisfies Handle

export const loader = studentDiscountRequest.withdraw.loader
export const action = studentDiscountRequest.withdraw.action
