import type { Transaction } from 'kysely'
import { isOpenOn, refuseClosedMonth } from '#app/domain/months/open-month.server.ts'
import type { Split } from '#app/domain/payments/allocation.ts'
import type { Fee } from '#app/domain/payments/fee.ts'
import type { PaymentMethod } from '#app/domain/payments/payment.ts'
import { settings } from '#app/domain/settings.server.ts'
import type { DB } from '#db/types.ts'

export interface Posting extends Fee {
  method: PaymentMethod
  /** The payer's fee included. */
  amount_sen: number
  paid_on: string
  /** The day on which it is entered, whose year the number carries. */
  today: string
  /** An online payment keeps its attempt's. */
  public_code: string
  /** In the order in which the money goes to them. */
  invoice_ids: readonly string[]
  /** What each of them gets, no more than it owes; without it each in order as much as it owes. */
  shares?: Split['allocations'] | undefined
  payer_name: string | null
  payer_email: string | null
  reference_no: string | null
  remark: string | null
  received_by: string | null
  /** By how much the cash that came is more than `amount_sen`; less than nothing: less. */
  rounding_sen?: number | undefined
  /** What was handed over, when it was typed. */
  given_sen?: number | null | undefined
  /** Into which the clerk puts it. */
  drawer_id?: string | null | undefined
  /** Why it is dated before its invoice was issued. */
  early_reason?: string | null | undefined
  /** Order numbers of online payments of the invoice that were open when it was taken all the same. */
  despite?: readonly string[]
  gateway: GatewayFacts | null
}

export interface GatewayFacts {
  attempt_id: string
  /** A debit of an order that was paid already. */
  second?: true
  environment: string
  transaction_id: string
  order_no: string
  bank_name: string | null
}

export type Booked = Posting & {
  /** The day that the bank names, when it lies in a closed month and the payment is booked today. */
  bank_day: string | null
}

/** What was taken at the counter has another day to be dated to; the success of a gateway is never lost. */
async function booked(trx: Transaction<DB>, posting: Posting): Promise<Booked> {
  const { paid_on, today, gateway } = posting
  if (!gateway) {
    await refuseClosedMonth(trx, paid_on, 'paid_on')
    return { ...posting, bank_day: null }
  }
  if (await isOpenOn(trx, paid_on)) return { ...posting, bank_day: null }
  return { ...posting, paid_on: today, bank_day: paid_on }
}

export type Rules = Awaited<ReturnType<typeof rulesOf>>

/** A payment as it is booked, and what the organisation has set of its number and its receipt. Refuses (month.closed). */
export async function prepared(
  trx: Transaction<DB>,
  asked: Posting,
): Promise<{ posting: Booked; rules: Rules }> {
  const [posting, rules] = await Promise.all([booked(trx, asked), rulesOf(trx)])
  return { posting, rules }
}

async function rulesOf(trx: Transaction<DB>) {
  const [numbering, { mail_receipts }] = await Promise.all([
    settings(trx, 'numbering'),
    settings(trx, 'invoice'),
  ])
  return { numbering, mail_receipts }
}
