import type { RefinementCtx } from 'zod'
import type { ManualMethod } from './payment.ts'

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
