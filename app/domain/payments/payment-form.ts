import { z } from 'zod'
import { familyCode, lines, plainDate, reason, text, version } from '#app/domain/fields.ts'
import { ringgit } from '#app/domain/money.ts'
import { isFamilyCode } from '#app/domain/parents/family-code.ts'
import { chipGroups } from '#app/integrations/chip/methods.ts'
import { manualMethods, models } from './payment.ts'

/** The unguessable code of a public page; anything else in the address is nobody's. */
export const publicCode = z.string().regex(/^[a-km-np-z2-9]{26}$/)

/** The number of a paper as it is printed, whatever the case. */
export const paperNumber = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .transform((typed) =>
    typed
      .normalize('NFKC')
      .replace(/\s/g, '')
      .replace(/\p{Pd}/gu, '-')
      .toUpperCase(),
  )

/** Both stand on the paper. */
export const findToPayForm = z.object({
  number: paperNumber,
  family_code: familyCode.pipe(z.string().min(1).refine(isFamilyCode, 'payment.family_code')),
})
export type FindToPayInput = z.output<typeof findToPayForm>

/** The payer's choice of bank. The browser fills in name and e-mail; FPX writes to the address too. */
export const startForm = z.object({
  invoice: publicCode,
  model: z.enum(models),
  bank: z.string({ error: 'payment.bank_required' }).regex(/^[A-Z0-9]{1,10}$/, 'payment.bank_required'),
  buyer_name: text({ min: 2, max: 100 }),
  buyer_email: z.email().max(254).optional(),
  form_key: z.uuid().optional(),
})

/** The same by CHIP, where the payer chooses a kind of it and no bank. */
export const startPurchaseForm = z.object({
  invoice: publicCode,
  model: z.enum(chipGroups),
  buyer_name: text({ min: 2, max: 100 }),
  buyer_email: z.email().max(254).optional(),
  form_key: z.uuid().optional(),
})

const taken = {
  method: z.enum(manualMethods),
  amount: ringgit({ min: 1 }),
  paid_on: plainDate,
  reference_no: text({ max: 50 }).optional(),
  payer_name: text({ max: 100 }).optional(),
  remark: lines(200).optional(),
  confirmed: z.literal('on').optional(),
  /** Why the money is dated before its invoice was issued. */
  early_reason: reason.optional(),
  /** An online payment of the invoice is open, and whoever records this has seen it. */
  despite_attempt: z.literal('on').optional(),
  form_key: z.uuid().optional(),
}

const hasReference = ({ method, reference_no }: { method: string; reference_no?: string | undefined }) =>
  method !== 'bank_transfer' || reference_no !== undefined
const noReference = { path: ['reference_no'], message: 'payment.reference_required' }

/** Money taken at the counter or seen on the bank statement. A transfer is known by its reference. */
export const recordForm = z.object(taken).refine(hasReference, noReference)
export type RecordInput = z.output<typeof recordForm>

/** A registration fee that comes before there is an invoice. */
export const feeForm = z.object({ ...taken, version }).refine(hasReference, noReference)
export type FeeInput = z.output<typeof feeForm>

/** Invoices that one payment at the counter may pay. */
export const mostPaidAtOnce = 50

/** The same for several invoices of a family, with what each of them gets; nothing is written beside one that waits. */
export const familyPaymentForm = z
  .object({
    ...taken,
    lines: z
      .array(z.object({ invoice_id: z.uuid(), amount: ringgit().optional() }))
      .min(1)
      .max(mostPaidAtOnce),
    /** What is left over becomes the family's credit, and whoever records this has seen it. */
    keep_rest: z.literal('on').optional(),
  })
  .refine(hasReference, noReference)
export type FamilyPaymentInput = z.output<typeof familyPaymentForm>

/** Sending a receipt again; a double click sends it once. */
export const resendForm = z.object({ form_key: z.uuid().optional() })
