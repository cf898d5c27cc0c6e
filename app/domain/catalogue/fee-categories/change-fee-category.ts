import { keptVerbs } from '#app/domain/core/crud/kept-verbs.ts'
import { feeCategoryForm } from './fee-category-form.ts'
import { feeCategory } from './find-fee-categories.ts'

/** What is done with fee categories; one that fee types or discounts name can only be deactivated. */
export const feeCategories = keptVerbs(
  'fee_category',
  feeCategoryForm,
  { fee_type: 'fee_category_id', discount_fee_category: 'fee_category_id' },
  feeCategory,
)
