import { countUse, refuseFlood, visitorKey } from '#app/domain/core/rate-limit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Write } from '#app/domain/core/transactions.ts'
import type { FindToPayInput } from './payment-form.ts'

/** Of one network: with 32^7 codes nobody guesses one, and nobody mistypes it so often. */
const perVisitor = { points: 20, seconds: 900 }

/**
 * The public code of the invoice with this number, for who also knows the family code that is printed on it. Says the
 * same of an unknown number and of another family's code: payment.none_to_pay. A draft has no number.
 */
export async function findToPay(
  write: Write,
  ip: string | null,
  { number, family_code }: FindToPayInput,
): Promise<string> {
  refuseFlood(await write((trx) => countUse(trx, visitorKey('pay.find', ip), perVisitor)))
  const found = await write((trx) =>
    trx
      .selectFrom('invoice')
      .innerJoin('parent', 'parent.id', 'invoice.payer_parent_id')
      .select('invoice.public_code')
      .where('invoice.number', '=', number)
      .where('parent.family_code', '=', family_code)
      .where('invoice.status', '<>', 'draft')
      .executeTakeFirst(),
  )
  if (!found?.public_code) throw new Refusal('payment.none_to_pay', 'number')
  return found.public_code
}
