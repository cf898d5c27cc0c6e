import { keptVerbs } from '#app/domain/core/crud/kept-verbs.ts'
import { feeTypeForm } from './fee-type-form.ts'
import { feeType } from './find-fee-types.ts'

/** What is done with fee types; one that the fee of a subject or an invoice names can only be deactivated. */
export const feeTypes = keptVerbs(
  'fee_type',
  feeTypeForm,
  {
    subject_fee: 'fee_type_id',
    invoice_item: 'fee_type_id',
    enrolment_fee: 'fee_type_id',
    line_template_item: 'fee_type_id',
  },
  feeType,
)
