import { z } from 'zod'
import { mostPaidAtOnce } from '#app/domain/payments/payments/payment-form.ts'

/** What a page told a payer before they chose how to pay, in sen. */
export interface Shown {
  fee_sen: number
  /** Of the family's credit, used first. */
  credit_sen: number
  /** What each invoice owed, in the order of the basket. */
  owed_sen: readonly number[]
}

const sen = /^\d{1,12}(\.\d{1,12}){2,51}$/

/** How {@link Shown} travels with a form: the sums in a row. Nobody types it. */
export const seen = z
  .string()
  .regex(sen)
  .transform((text): Shown => {
    const [fee_sen = 0, credit_sen = 0, ...owed_sen] = text.split('.').map(Number)
    return { fee_sen, credit_sen, owed_sen }
  })

export const writeSeen = ({ fee_sen, credit_sen, owed_sen }: Shown) =>
  [fee_sen, credit_sen, ...owed_sen].join('.')

/** What is left once credit has paid what it can. */
export const restOf = ({ credit_sen, owed_sen }: Shown) =>
  owed_sen.reduce((sum, sen) => sum + sen, -credit_sen)

/** What is asked of a bank for all of that, or for a part of it: with nothing left there is no payment and no fee. */
export function askedOf(shown: Shown, part_sen = Number.POSITIVE_INFINITY): number {
  const rest_sen = Math.min(restOf(shown), part_sen)
  return rest_sen > 0 ? rest_sen + shown.fee_sen : 0
}

interface Payable {
  public_code: string
  payer_parent_id: string
  balance_sen: number
}

/**
 * What one payment may pay of what somebody sees: invoices of one family, since a payment is one family's; their own before
 * those that another parent of their children pays.
 */
export function byPayer<Row extends Payable>(rows: readonly Row[], parent_id: string | null): Row[][] {
  const payers = [...new Set(rows.map(({ payer_parent_id }) => payer_parent_id))]
  return payers
    .toSorted((a, b) => Number(b === parent_id) - Number(a === parent_id))
    .map((payer) => rows.filter(({ payer_parent_id }) => payer_parent_id === payer))
}

/** The codes of "everything that is due" and its sum, as many as one payment takes; null when there is nothing. */
export function everything(rows: readonly Payable[], parent_id: string | null) {
  const [own] = byPayer(rows, parent_id)
  const paid = own?.slice(0, mostPaidAtOnce)
  if (!paid) return null
  return {
    codes: paid.map(({ public_code }) => public_code),
    sen: paid.reduce((sum, { balance_sen }) => sum + balance_sen, 0),
  }
}
