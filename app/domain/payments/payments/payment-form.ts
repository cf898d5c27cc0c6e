import { type RefinementCtx, z } from 'zod'
import { familyCode, lines, plainDate, reason, text, version } from '#app/domain/core/fields.ts'
import { mostPaidAtOnce } from '#app/domain/core/invoicing/payment.ts'
import { ringgit } from '#app/domain/core/money.ts'
import { isFamilyCode } from '#app/domain/people/parents/family-code.ts'
import { type ManualMethod, manualMethods } from './payment.ts'

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

/** Money taken at the counter or seen on the bank statement. All but cash is known by its reference. */
export const recordForm = z.object(taken).superRefine(needsReference)
export type RecordInput = z.output<typeof recordForm>

/** A registration fee that comes before there is an invoice. */
export const feeForm = z.object({ ...taken, version }).superRefine(needsReference)
export type FeeInput = z.output<typeof feeForm>

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
  .superRefine(needsReference)
export type FamilyPaymentInput = z.output<typeof familyPaymentForm>

/** The page of the counter: what is taken today goes to the oldest invoices of a family, in as few words as there are. */
export const counterForm = z
  .object({
    method: taken.method,
    amount: taken.amount,
    /** What was handed over in cash; nothing was typed: just what is asked for. */
    given: ringgit().optional(),
    reference_no: taken.reference_no,
    confirmed: taken.confirmed,
    despite_attempt: taken.despite_attempt,
    keep_rest: z.literal('on').optional(),
    form_key: taken.form_key,
  })
  .superRefine(needsReference)
export type CounterInput = z.output<typeof counterForm>

/** Sending a receipt again; a double click sends it once. */
export const resendForm = z.object({ form_key: z.uuid().optional() })

interface Taken {
  method: ManualMethod
  reference_no?: string | undefined
}

interface Rule {
  /** What it may look like. */
  like: RegExp
  /** The refusal of one that is missing or looks otherwise; it says what is asked for. */
  code: string
}

/**
 * By what else a payment at the counter is known: a cheque by its number, a card by the approval code on its slip, a QR
 * payment by the reference on the payer's screen, a transfer by the bank's.
 */
const rules: Record<Exclude<ManualMethod, 'cash'>, Rule> = {
  bank_transfer: { like: /[\p{L}\d]/u, code: 'payment.reference_required' },
  cheque: { like: /^\d{6,10}$/, code: 'payment.reference_cheque' },
  card_terminal: { like: /^[A-Z\d]{4,12}$/i, code: 'payment.reference_card' },
  duitnow_qr: { like: /^[A-Z\d-]{6,35}$/i, code: 'payment.reference_qr' },
}

/** Of a zod form: each method but cash needs its reference. */
export function needsReference({ method, reference_no = '' }: Taken, context: RefinementCtx): void {
  if (method === 'cash') return
  const { like, code } = rules[method]
  if (!like.test(reference_no)) context.addIssue({ code: 'custom', path: ['reference_no'], message: code })
}
