import type { z } from 'zod'
import { dateFilter, idFilter, oneOf, searchOf } from '#app/domain/lists/search.ts'
import { paymentMethods } from '#app/domain/payments/payment.ts'
import { collectionStatuses } from './collection.ts'

const filters = {
  method: oneOf(paymentMethods),
  status: oneOf(collectionStatuses),
  from: dateFilter,
  to: dateFilter,
}

export const collectionSearch = searchOf(['collected_on', 'method', 'gross_sen'], {
  ...filters,
  branch_id: idFilter,
})
export type CollectionSearch = z.output<typeof collectionSearch>

export const ledgerSearch = searchOf(['collected_on', 'entity', 'method', 'gross_sen'], {
  ...filters,
  entity_id: idFilter,
})
export type LedgerSearch = z.output<typeof ledgerSearch>
