import { type RawBuilder, sql } from 'kysely'

/** What of a payment that stays has gone back to its payer, in sen, as the money-in book has it. */
export const sentBackOf = (payment_id: RawBuilder<unknown>) => sql<number>`coalesce((
  select -sum(gross_sen) from collection where payment_id = ${payment_id} and status = 'refunded'), 0)::bigint`
