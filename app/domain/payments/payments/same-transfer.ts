import { type RawBuilder, sql, type Transaction } from 'kysely'
import { addDays } from '#app/domain/core/dates.ts'
import type { DB } from '#db/types.ts'

/** A transfer as somebody is about to record it. */
interface Transfer {
  amount: number
  paid_on: string
  reference_no: string
}

/** Days by which the bank's date of a transfer may differ from the sender's. */
export const nearDays = 3

/** A reference reduced to its capital letters and digits, for comparison. */
export const bareOf = (reference: string) =>
  reference
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** The same in SQL. */
export const bareReference = (reference: RawBuilder<unknown> | string) =>
  sql<string>`upper(regexp_replace(${reference}, '[^[:alnum:]]', '', 'g'))`

/**
 * Whether a bare reference can only come from one transfer, so that finding it among other words is no chance: families write
 * words such as YURAN NOV, banks write at least five digits.
 */
export const isTelling = (bare: string) => bare.length >= 6 && bare.replace(/\D/g, '').length >= 5

/** All that the bank or the payer wrote about a payment: its reference, and the line of the statement that it was. */
export const wordsOfPayment = sql<string>`concat_ws(' ', payment.reference_no,
  (select concat_ws(' ', bank_line.reference, bank_line.description) from bank_line_payment
    join bank_line on bank_line.id = bank_line_payment.line_id
    where bank_line_payment.payment_id = payment.id and bank_line_payment.released_at is null))`

/**
 * Makes others who record a transfer of one of these amounts wait until this transaction ends, so that of two who record the
 * same transfer, for whichever family, the second sees the first. Called before any invoice is locked, against deadlocks.
 * @param amounts in sen
 */
export async function lockTransfers(trx: Transaction<DB>, amounts: readonly number[]): Promise<void> {
  const ordered = [...new Set(amounts)].sort((a, b) => a - b)
  for (const amount of ordered)
    await sql`select pg_advisory_xact_lock(
      hashtextextended(current_schema() || ':transfer of ' || ${String(amount)}::text, 0))`.execute(trx)
}

/**
 * A payment of whichever family that is this transfer: the same amount with the same reference on the same day, or with a
 * telling reference among its words at most {@link nearDays} days away. Letters, digits and nothing else are compared.
 */
export async function sameTransfer(
  trx: Transaction<DB>,
  { amount, paid_on, reference_no }: Transfer,
): Promise<{ id: string; number: string } | undefined> {
  await lockTransfers(trx, [amount])
  const mine = bareOf(reference_no)
  if (!mine) return undefined
  const onThatDay = sql<boolean>`payment.paid_on = ${paid_on}::date
    and ${bareReference(sql.ref('payment.reference_no'))} = ${mine}`
  const theirs = bareReference(wordsOfPayment)
  const among = sql<boolean>`position(${mine} in ${theirs}) > 0`
  return trx
    .selectFrom('payment')
    .select(['payment.id', 'payment.number'])
    .where('payment.amount_sen', '=', amount)
    .where('payment.paid_on', '>=', addDays(paid_on, -nearDays))
    .where('payment.paid_on', '<=', addDays(paid_on, nearDays))
    .where(isTelling(mine) ? sql<boolean>`(${onThatDay} or ${among})` : onThatDay)
    .where('payment.status', '=', 'paid')
    .orderBy('payment.id')
    .limit(1)
    .executeTakeFirst()
}
