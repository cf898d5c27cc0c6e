import { z } from 'zod'
import { text } from '#app/domain/core/fields.ts'
import { ringgit } from '#app/domain/core/money.ts'
import { smallestPart } from '#app/domain/core/settings/payment-rules.ts'
import { models } from '#app/domain/payments/payments/payment.ts'
import { mostPaidAtOnce, publicCode } from '#app/domain/payments/payments/payment-form.ts'
import { chipGroups } from '#app/integrations/chip/methods.ts'
import { seen } from './basket.ts'

const basket = {
  /** How much of it, where it is not all. */
  part: ringgit({ min: smallestPart }).optional(),
  /** Codes of what is paid, each once. */
  invoice: z
    .array(publicCode)
    .min(1)
    .max(mostPaidAtOnce)
    .transform((codes) => [...new Set(codes)]),
  seen: seen.optional(),
  form_key: z.uuid().optional(),
}

/** The browser fills in name and e-mail; the gateway writes to the address too. */
const buyer = {
  buyer_name: text({ min: 2, max: 100 }),
  buyer_email: z.email().max(254).optional(),
}

/** The payer's choice of bank. */
export const startForm = z.object({
  ...basket,
  model: z.enum(models),
  bank: z.string({ error: 'payment.bank_required' }).regex(/^[A-Z0-9]{1,10}$/, 'payment.bank_required'),
  ...buyer,
})

/** The same by CHIP, where the payer chooses a kind of it and no bank. */
export const startPurchaseForm = z.object({ ...basket, model: z.enum(chipGroups), ...buyer })

/** The same where the family's credit covers all of it. */
export const payByCreditForm = z.object({ ...basket, model: z.literal('credit') })
