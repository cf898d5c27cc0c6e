import { sql } from 'kysely'
import { cameIn } from '#app/domain/accounting/collections/came-in.ts'

/** Of the money-in book from day to day, both included, in sen. `reversed_sen` is negative. */
export interface MonthSums {
  received_sen: number
  reversed_sen: number
  fees_sen: number
  net_sen: number
}

/** How rows of the money-in book add up: the same for a month that is open, and for what its closing keeps. */
export const bookSums = {
  received_sen: sql<number>`coalesce(sum(gross_sen) filter (where ${cameIn}), 0)::bigint`,
  reversed_sen: sql<number>`coalesce(sum(gross_sen) filter (where not ${cameIn}), 0)::bigint`,
  fees_sen: sql<number>`coalesce(sum(payer_fee_sen + tenant_fee_sen), 0)::bigint`,
  net_sen: sql<number>`coalesce(sum(net_sen), 0)::bigint`,
}
