import { keptVerbs } from '#app/domain/core/crud/kept-verbs.ts'
import { collectedVerbs } from '#app/domain/giving/donations/type-verbs.ts'
import { zakatType } from './find-zakat-types.ts'
import { zakatTypeForm } from './zakat-type-form.ts'

/** What is done with kinds of zakat; none of it opens one for which no authority is confirmed. */
export const zakatTypes = collectedVerbs(
  keptVerbs(
    'zakat_type',
    zakatTypeForm,
    { donation: 'zakat_type_id', fund_entry: 'zakat_type_id' },
    zakatType,
  ),
)
