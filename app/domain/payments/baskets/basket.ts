import { z } from 'zod'
import { text } from '#app/domain/core/fields.ts'
import { mostPaidAtOnce } from '#app/domain/core/invoicing/payment.ts'
import { smallestPart } from '#app/domain/core/invoicing/payment-rules.ts'
import { ringgit } from '#app/domain/core/money.ts'
import { models, publicCode } from '#app/domain/payments/payments/payment.ts'
import { chipGroups } from '#app/integrations/chip/methods.ts'

/** The amounts shown to a payer before they chose how to pay, in sen. */
export interface Shown {
  fee_sen: number
  /** The family's credit, which is used first. */
  credit_sen: number
  /** What each invoice owed, in the order of the basket. */
  owed_sen: readonly number[]
}

const sen = /^\d{1,12}(\.\d{1,12}){2,51}$/

/** {@link Shown} in a hidden field: the sums separated. */
const shownField = z
  .string()
  .regex(sen)
  .transform((text): Shown => {
    const [fee_sen = 0, credit_sen = 0, ...owed_sen] = text.split('.').map(Number)
    return { fee_sen, credit_sen, owed_sen }
  })

export const writeShown = ({ fee_sen, credit_sen, owed_sen }: Shown) =>
  [fee_sen, credit_sen, ...owed_sen].join('.')

/** The rest after credit is used. */
export const restOf = ({ credit_sen, owed_sen }: Shown) =>
  owed_sen.reduce((sum, sen) => sum + sen, -credit_sen)

/** The online payment for all or a part of it, fee included; 0 when credit covers it. */
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
 * Groups invoices by payer, since a payment belongs to one family; the reader's own before those that another parent of their
 * children pays.
 */
export function byPayer<Row extends Payable>(rows: readonly Row[], parent_id: string | null): Row[][] {
  const payers = [...new Set(rows.map(({ payer_parent_id }) => payer_parent_id))]
  return payers
    .toSorted((a, b) => Number(b === parent_id) - Number(a === parent_id))
    .map((payer) => rows.filter(({ payer_parent_id }) => payer_parent_id === payer))
}

/** Codes and sum of all invoices due, up to the maximum of one payment; null when there is nothing. */
export function everythingDue(rows: readonly Payable[], parent_id: string | null) {
  const [own] = byPayer(rows, parent_id)
  const paid = own?.slice(0, mostPaidAtOnce)
  if (!paid) return null
  return {
    codes: paid.map(({ public_code }) => public_code),
    sen: paid.reduce((sum, { balance_sen }) => sum + balance_sen, 0),
  }
}

const basket = {
  /** The amount of a part payment. */
  part: ringgit({ min: smallestPart }).optional(),
  /** Codes of the invoices, each once. */
  invoice: z
    .array(publicCode)
    .min(1)
    .max(mostPaidAtOnce)
    .transform((codes) => [...new Set(codes)]),
  seen: shownField.optional(),
  form_key: z.uuid().optional(),
}

/** Name and e-mail with autocomplete; the gateway also mails to the address. */
const buyer = {
  buyer_name: text({ min: 2, max: 100 }),
  buyer_email: z.email().max(254).optional(),
}

/** An FPX payment: the payer chooses a bank. */
export const startForm = z.object({
  ...basket,
  model: z.enum(models),
  bank: z.string({ error: 'payment.bank_required' }).regex(/^[A-Z0-9]{1,10}$/, 'payment.bank_required'),
  ...buyer,
})

/** A CHIP payment: the payer chooses a payment method, not a bank. */
export const startPurchaseForm = z.object({ ...basket, model: z.enum(chipGroups), ...buyer })

/** A payment that the family's credit covers completely. */
export const payByCreditForm = z.object({ ...basket, model: z.literal('credit') })
