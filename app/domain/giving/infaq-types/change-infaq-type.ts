import { keptVerbs } from '#app/domain/core/crud/kept-verbs.ts'
import { collectedVerbs } from '#app/domain/giving/donations/type-verbs.ts'
import { infaqType } from './find-infaq-types.ts'
import { infaqTypeForm } from './infaq-type-form.ts'

/** What is done with what infaq is collected for; once somebody has given, it can only be deactivated. */
export const infaqTypes = collectedVerbs(
  keptVerbs(
    'infaq_type',
    infaqTypeForm,
    { donation: 'infaq_type_id', fund_entry: 'infaq_type_id' },
    infaqType,
  ),
)
