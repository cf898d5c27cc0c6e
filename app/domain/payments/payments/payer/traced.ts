import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import { paymentPage } from '../payment-page.ts'
import { publicCodeOf } from '../public.ts'

/** How a payment that was traced stands: what its own page says of the money, and nothing of whose it is or what it paid. */
export async function tracedPayment(db: Kysely<DB>, attempt_id: string, now: Date) {
  const page = (await paymentPage(db, await publicCodeOf(db, attempt_id), now))!
  const { outcome, reason, status, amount_sen, method, model, bank_name, order_no, fpx_id } = page
  const { reference_no, paid_at, requested_at, responded_at, expires_at, next_enquiry_at } = page
  const { late, doubt_id, credit_sen, given_up, may_check, refresh, moments, receipt } = page
  return {
    ...{ outcome, reason, status, amount_sen, method, model, bank_name, order_no, fpx_id, reference_no },
    ...{ paid_at, requested_at, responded_at, expires_at, next_enquiry_at, late, doubt_id, credit_sen },
    ...{ given_up, may_check, refresh, moments, may_continue: false },
    receipt: receipt && { number: receipt.number, reversed_on: receipt.reversed_on },
    second: page.second.map((debit) => ({ ...debit, public_code: null })),
  }
}
