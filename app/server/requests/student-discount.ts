import { studentDiscount } from '#app/domain/people/student-discounts/find-student-discounts.ts'
import {
  approveDiscount,
  rejectDiscount,
  withdrawDiscount,
} from '#app/domain/people/student-discounts/give-and-decide.ts'
import { requestKit } from './request-kit.ts'

const kit = requestKit({
  noun: 'student_discount',
  find: studentDiscount,
  shown: ({ student, discount, value }, t) => ({
    subtitle: `${discount} · ${student}`,
    back: discount,
    items: [{ label: t('student_discount.value'), value }],
  }),
})

export const studentDiscountRequest = {
  approve: kit.approve(approveDiscount, ({ name, discount }) => [
    'student_discount_approved',
    { name, discount },
  ]),
  reject: kit.decline('reject', rejectDiscount, ({ student: name, discount }) => [
    'student_discount_rejected',
    { name, discount },
  ]),
  withdraw: kit.withdraw('student_discount.view', withdrawDiscount, ({ student: name, discount }) => [
    'student_discount_withdrawn',
    { name, discount },
  ]),
}
