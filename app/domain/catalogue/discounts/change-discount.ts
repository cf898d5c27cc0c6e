import { keptVerbs } from '#app/domain/core/crud/kept-verbs.ts'
import { discountForm } from './discount-form.ts'
import { discount } from './find-discounts.ts'

/** What is done with discounts; one that a student ever had or asked for, or that was given for paying early, can only be deactivated. */
export const discounts = keptVerbs(
  'discount',
  discountForm,
  { student_discount: 'discount_id', credit_note: 'discount_id' },
  discount,
)
