import { sql } from 'kysely'

/**
 * Of a line of the money-in book: money came by it, or the rounding of that; else it went out again. What rounding took
 * is less than nothing, though it came with its payment.
 */
export const cameIn = sql<boolean>`case when collection.source = 'rounding'
  then collection.status = 'rounded' else collection.gross_sen > 0 end`

/** Of the same: a payment by itself, and not what rounding made of one. */
export const isPayment = sql<boolean>`collection.gross_sen > 0 and collection.source <> 'rounding'`
