import { type RefinementCtx, z } from 'zod'
import { familyCode, lines, plainDate, reason, text, version } from '#app/domain/core/fields.ts'
import { withoutInvisible } from '#app/domain/core/invisible.ts'
import { mostPaidAtOnce, wentOut } from '#app/domain/core/invoicing/payment.ts'
import type { TitleFacts } from '#app/domain/core/invoicing/title.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { formatRinggit, ringgit } from '#app/domain/core/money.ts'
import { isFamilyCode } from '#app/domain/people/parents/family-code.ts'
import { type ChipGroup, chipGroups } from '#app/integrations/chip/methods.ts'
import type { Model } from '#app/integrations/fpx/fields.ts'

/** Methods recorded by hand; all others come through a gateway. */
export const manualMethods = ['cash', 'bank_transfer', 'cheque', 'card_terminal', 'duitnow_qr'] as const
export type ManualMethod = (typeof manualMethods)[number]

/** Manual methods whose payments are single lines of the bank statement; card terminals settle in sums. */
export const onStatement: readonly ManualMethod[] = ['bank_transfer', 'cheque', 'duitnow_qr']

/** Whether a payment was recorded by hand, so that it can be cancelled here; a gateway's payment is final. */
export const isManual = (method: string): method is ManualMethod =>
  (manualMethods as readonly string[]).includes(method)

const paymentStatuses = ['pending', 'paid', 'failed', 'cancelled'] as const
export const bookedStatuses = [...paymentStatuses, ...wentOut] as const

/** FPX models (personal and corporate accounts), in the order in which they are offered. */
export const models = ['B2C', 'B2B1'] as const

/** Days by which a payment may be backdated: usually, and with the permission payment.backdate. */
export const backdateDays = { usual: 30, wide: 365 }

/** A part of a payment: for an invoice, or another part that has no invoice. */
export interface AllocationRow {
  invoice_id: string | null
  number: string | null
  /** What was paid for; the name of a part that has no invoice. */
  title: TitleFacts | string
  amount_sen: number
  /** Balance of the invoice after the payment, as on the receipt. */
  then_sen: number | null
  /** Its present balance. */
  balance_sen: number | null
}

export const allocationColumns = columnsOf<AllocationRow>()(
  { key: 'title', label: 'payment.paper.for', kind: 'title', room: 'who' },
  { key: 'number', label: 'payment.invoice', kind: 'number' },
  { key: 'amount_sen', label: 'payment.allocated', kind: 'money', total: true },
  { key: 'then_sen', label: 'payment.balance_then', kind: 'money' },
  { key: 'balance_sen', label: 'payment.balance_now', kind: 'money' },
)

/** How a payer pays online: an FPX model or a group of CHIP's methods. */
export type Way = Model | ChipGroup

export const isChipGroup = (way: unknown): way is ChipGroup =>
  (chipGroups as readonly unknown[]).includes(way)

/** The unguessable code of a public page. */
export const publicCode = z.string().regex(/^[a-km-np-z2-9]{26}$/)

/** A number of ours or of a bank as typed, without what people put between its letters. */
export const typedNumber = z
  .string()
  .overwrite(withoutInvisible)
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

/** The number of a document as typed, in its printed form also for who leaves the hyphens out. */
export const paperNumber = typedNumber.transform((typed) =>
  typed.replace(/^([A-Z0-9]{2,4})(\d{2})(\d{6,})$/, '$1-$2-$3'),
)

/** Invoice number and family code; both are printed on the invoice. */
export const findToPayForm = z.object({
  number: paperNumber,
  family_code: familyCode.pipe(z.string().min(1).refine(isFamilyCode, 'payment.family_code')),
})
export type FindToPayInput = z.output<typeof findToPayForm>

const takenFields = {
  method: z.enum(manualMethods),
  /** Nothing only in cash, for 1 or 2 sen that are rounded off. */
  amount: ringgit(),
  paid_on: plainDate,
  reference_no: text({ max: 50 }).optional(),
  payer_name: text({ max: 100 }).optional(),
  remark: lines(200).optional(),
  confirmed: z.literal('on').optional(),
  /** Why the money is dated before its invoice was issued. */
  early_reason: reason.optional(),
  /** Confirms that an online payment of the invoice under way was noticed. */
  despite_attempt: z.literal('on').optional(),
  form_key: z.uuid().optional(),
}

/** A payment recorded by hand. Every method but cash needs its reference. */
export const recordForm = z.object(takenFields).superRefine(needsAmount).superRefine(needsReference)
export type RecordInput = z.output<typeof recordForm>

/** A registration fee paid before there is an invoice. */
export const feeForm = z
  .object({ ...takenFields, version })
  .superRefine(needsAmount)
  .superRefine(needsReference)
export type FeeInput = z.output<typeof feeForm>

/** One payment for several invoices of a family, with the amount of each; an invoice without an amount is left out. */
export const familyPaymentForm = z
  .object({
    ...takenFields,
    lines: z
      .array(z.object({ invoice_id: z.uuid(), amount: ringgit().optional() }))
      .min(1)
      .max(mostPaidAtOnce),
    /** Confirms that the rest becomes the family's credit. */
    keep_rest: z.literal('on').optional(),
  })
  .superRefine(needsAmount)
  .superRefine(needsReference)
export type FamilyPaymentInput = z.output<typeof familyPaymentForm>

/** A payment at the counter, dated today and allocated to the family's oldest invoices. */
export const counterForm = z
  .object({
    method: takenFields.method,
    amount: takenFields.amount,
    /** Cash handed over; by default exactly the amount. */
    given: ringgit().optional(),
    reference_no: takenFields.reference_no,
    confirmed: takenFields.confirmed,
    despite_attempt: takenFields.despite_attempt,
    /** Confirms that a transfer slip of an invoice was noticed. */
    despite_slip: z.literal('on').optional(),
    keep_rest: z.literal('on').optional(),
    form_key: takenFields.form_key,
  })
  .superRefine(needsAmount)
  .superRefine(needsReference)
export type CounterInput = z.output<typeof counterForm>

/** What a payment is corrected to, for the person who took it; dated as the first one. */
export const correctForm = z
  .object({
    method: takenFields.method,
    amount: takenFields.amount,
    given: ringgit().optional(),
    reference_no: takenFields.reference_no,
    /** The invoices that it pays, the one due first before the others. */
    invoice: z.array(z.uuid()).max(mostPaidAtOnce).default([]),
    reason,
    confirmed: takenFields.confirmed,
    despite_attempt: takenFields.despite_attempt,
    keep_rest: z.literal('on').optional(),
    version,
    form_key: takenFields.form_key,
  })
  .superRefine(needsAmount)
  .superRefine(needsReference)
export type CorrectInput = z.output<typeof correctForm>

/** Sending a receipt again; a double click sends it once. */
export const resendForm = z.object({ form_key: z.uuid().optional() })

interface Taken {
  method: ManualMethod
  reference_no?: string | undefined
}

interface ReferenceRule {
  /** Its format. */
  like: RegExp
  /** Message for a missing or malformed reference. */
  code: string
}

/**
 * The reference of each method: the cheque number, the approval code on a card slip, the reference on the payer's screen of
 * a QR payment, the bank's reference of a transfer.
 */
const referenceRules: Record<Exclude<ManualMethod, 'cash'>, ReferenceRule> = {
  bank_transfer: { like: /[\p{L}\d]/u, code: 'payment.reference_required' },
  cheque: { like: /^\d{6,10}$/, code: 'payment.reference_cheque' },
  card_terminal: { like: /^[A-Z\d]{4,12}$/i, code: 'payment.reference_card' },
  duitnow_qr: { like: /^[A-Z\d-]{6,35}$/i, code: 'payment.reference_qr' },
}

/**
 * Refinement of a zod form: only cash may be nothing. Whether it pays anything then depends on what is owed, see
 * `receivedAt`.
 */
export function needsAmount(
  { method, amount }: { method: ManualMethod; amount: number },
  context: RefinementCtx,
): void {
  if (method === 'cash' || amount > 0) return
  context.addIssue({
    code: 'custom',
    path: ['amount'],
    message: `input.amount_below|${JSON.stringify({ min: formatRinggit(1) })}`,
  })
}

/** Refinement of a zod form: every method but cash needs a reference in its format. */
export function needsReference({ method, reference_no = '' }: Taken, context: RefinementCtx): void {
  if (method === 'cash') return
  const { like, code } = referenceRules[method]
  if (!like.test(reference_no)) context.addIssue({ code: 'custom', path: ['reference_no'], message: code })
}
