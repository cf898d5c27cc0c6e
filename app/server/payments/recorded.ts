import type { Kysely } from 'kysely'
import { formatRinggit } from '#app/domain/core/money.ts'
import { recordedCash } from '#app/domain/payments/counter/till.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import type { DB } from '#db/types.ts'

/** Goes to `page` and says what the payment with a number came to; of cash that was rounded also how much to take. */
export async function recordedAt(db: Kysely<DB>, page: string, number: string) {
  const { amount_sen, cash_sen } = await recordedCash(db, number)
  const values = { number, amount: formatRinggit(amount_sen) }
  return cash_sen === amount_sen
    ? redirectWith(page, 'payment_recorded', values)
    : redirectWith(page, 'payment_recorded_rounded', { ...values, cash: formatRinggit(cash_sen) })
}
