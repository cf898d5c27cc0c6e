import { giftPayee } from '#app/domain/giving/donations/gift-payee.ts'
import type { Purpose } from '#app/domain/payments/attempts/attempt.ts'
import { invoicePayee } from '#app/domain/payments/attempts/invoice-payee.ts'
import type { Payee } from '#app/domain/payments/attempts/payee.ts'
import { platformPayee } from '#app/domain/platform/platform-invoices/online-payment.ts'

/**
 * The payee of each purpose. The area `gateways` lies above all areas that can be paid, so that this table can import them, while
 * `payments`, which starts attempts, does not. A new purpose does not compile until it has its payee here.
 */
const payees: Record<Purpose, Payee> = {
  invoice: invoicePayee,
  donation: giftPayee,
  platform_invoice: platformPayee,
}

export const payeeOf = (purpose: string): Payee => payees[purpose as Purpose]
