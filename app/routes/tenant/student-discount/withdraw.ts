import { withdrawDiscount } from '#app/domain/people/student-discounts/give-and-decide.ts'
import { leadToRequests, requestAction } from '#app/server/forms/request-verbs.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = {
  access: { any: ['student_discount.create', 'student_discount.request'] },
} satisfies Handle

export const loader = leadToRequests('student_discount')

export const action = requestAction(
  'student_discount',
  'student_discount.view',
  withdrawDiscount,
  ({ student: name, discount }) => ['student_discount_withdrawn', { name, discount }],
)
