import type { PaymentMethod } from '#app/domain/core/invoicing/payment.ts'
import type { EInvoice } from '../document/document.ts'

/** What a payment pays of the invoice. */
export interface SourcePayment {
  number: string
  method: PaymentMethod
  /** `YYYY-MM-DD` */
  paid_on: string
  amount_sen: number
  /** To the nearest five sen of cash; only at the first of the invoices that it pays. */
  rounding_sen: number
}

/** Online payments are transfers; what a card terminal or CHIP took may be any card or wallet. */
const modes: Record<PaymentMethod, string> = {
  fpx: '03',
  chip: '08',
  cash: '01',
  bank_transfer: '03',
  cheque: '02',
  card_terminal: '08',
  duitnow_qr: '03',
}

type PaymentTerms = Pick<EInvoice, 'paymentMode' | 'prepaid' | 'roundingSen'>

/**
 * How the invoice was paid: by the way that brought most of it, later payments first among equals. A deposit is what was paid
 * on a day before the invoice was issued; a payment that settles the invoice is none, whenever it came.
 */
export function composedPayment(
  payments: readonly SourcePayment[],
  { issued_on, total_sen }: { issued_on: string; total_sen: number },
): PaymentTerms {
  if (payments.length === 0) return {}
  return {
    paymentMode: modes[mainMethod(payments)],
    ...prepaid(payments, issued_on, total_sen),
    ...rounding(payments),
  }
}

function mainMethod(payments: readonly SourcePayment[]): PaymentMethod {
  const sums = new Map<PaymentMethod, number>()
  for (const { method, amount_sen } of payments.toReversed())
    sums.set(method, (sums.get(method) ?? 0) + amount_sen)
  return [...sums].reduce((best, one) => (one[1] > best[1] ? one : best))[0]
}

function prepaid(payments: readonly SourcePayment[], issued_on: string, total_sen: number) {
  const before = payments.filter(({ paid_on }) => paid_on < issued_on)
  const sen = before.reduce((sum, { amount_sen }) => sum + amount_sen, 0)
  if (sen === 0 || sen >= total_sen) return {}
  const reference = before.map(({ number }) => number).join(', ')
  return { prepaid: { sen, on: before.at(-1)!.paid_on, reference } }
}

function rounding(payments: readonly SourcePayment[]) {
  const roundingSen = payments.reduce((sum, { rounding_sen }) => sum + rounding_sen, 0)
  return roundingSen === 0 ? {} : { roundingSen }
}
