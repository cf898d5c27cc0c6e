import { z } from 'zod'
import { paymentMethods } from '#app/domain/core/invoicing/payment.ts'

/** What has an account of its own in every organisation; the first three and the bank accounts are what it has, or owes. */
export const fixedAccounts = [
  'debtor',
  'credit',
  'service_tax',
  ...paymentMethods.map((method) => `bank:${method}` as const),
  'bank:payout',
  'bank:fund',
  'discount',
  'bad_debt',
  'income:other',
  'gateway_fee',
  'fee_recovered',
  'rounding',
  'refund_clearing',
  'payout_adjustment',
  'opening',
  'suspense',
] as const

/** As accounting packages write them: `500-0000`, `4000/001`. Nothing in it is a formula, a separator or a quote. */
const accountCode = z
  .string()
  .trim()
  .max(20)
  .regex(/^[A-Za-z0-9][A-Za-z0-9./-]*$/, 'accounting_export.code_form')

/** The accounts as their form sends them; an empty code forgets the account's. */
export const accountsForm = z.object({
  accounts: z.array(z.object({ key: z.string().max(60), code: accountCode.optional() })).max(500),
  form_key: z.uuid().optional(),
})
export type AccountsInput = z.output<typeof accountsForm>

export const exportForm = z.object({ form_key: z.uuid().optional() })
