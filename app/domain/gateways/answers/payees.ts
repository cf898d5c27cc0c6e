import { giftPayee } from '#app/domain/giving/donations/gift-payee.ts'
import type { Purpose } from '#app/domain/payments/attempts/attempt.ts'
import { invoicePayee } from '#app/domain/payments/attempts/invoice-payee.ts'
import type { Payee } from '#app/domain/payments/attempts/payee.ts'
import { platformPayee } from '#app/domain/platform/subscriptions/online-payment.ts'

/**
 * Who is paid by attempts of each purpose. What a gateway says is an area of its own, above all those that can be paid, so that
 * this table can name them plainly, and payments, which begins attempts, imports none of them from above. A new purpose does not
 * compile until it has its payee here.
 */
const payees: Record<Purpose, Payee> = {
  invoice: invoicePayee,
  donation: giftPayee,
  platform_invoice: platformPayee,
}

export const payeeOf = (purpose: string): Payee => payees[purpose as Purpose]
