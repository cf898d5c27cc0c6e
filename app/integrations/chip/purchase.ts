import { z } from 'zod'
import type { Report } from '../gateway/gateway.ts'
import { methodName } from './methods.ts'
import { meaningOf } from './statuses.ts'

const sen = z.number().int()

/** What is read of a purchase; whatever else CHIP sends is left alone. */
const purchaseForm = z.object({
  id: z.uuid(),
  brand_id: z.string(),
  reference: z.string().max(128).nullish(),
  is_test: z.boolean(),
  status: z.string().max(40),
  checkout_url: z.url().max(500).nullish(),
  marked_as_paid: z.boolean().nullish(),
  refundable_amount: sen.nullish(),
  refund_availability: z.string().max(40).nullish(),
  purchase: z.object({ total: sen, total_override: sen.nullish(), currency: z.string().max(8) }),
  payment: z
    .object({
      amount: sen,
      currency: z.string().max(8),
      is_outgoing: z.boolean().nullish(),
      paid_on: z.number().nullish(),
      remote_paid_on: z.number().nullish(),
    })
    .nullish(),
  transaction_data: z
    .object({ payment_method: z.string().max(60).nullish(), extra: z.unknown().optional() })
    .nullish(),
})
export type Purchase = z.output<typeof purchaseForm>

/** Null when it is none: not JSON, or not of this form. */
export function readPurchase(body: string | Uint8Array): Purchase | null {
  try {
    const text = typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true }).decode(body)
    return purchaseForm.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** The other kind of body that a webhook brings: money that went back, and the purchase that it belonged to. */
const returnForm = z.object({
  event_type: z.string().startsWith('payment.'),
  related_to: z.object({ type: z.literal('purchase'), id: z.uuid() }),
})

/** Which purchase an unverified body is about: by id, by our reference, or both. Null when it names none. */
export function subjectOf(body: Uint8Array): { id: string; reference: string | null } | null {
  const purchase = readPurchase(body)
  if (purchase) return { id: purchase.id, reference: purchase.reference ?? null }
  try {
    const returned = returnForm.safeParse(JSON.parse(Buffer.from(body).toString('utf8'))).data
    return returned ? { id: returned.related_to.id, reference: null } : null
  } catch {
    return null
  }
}

/** In the terms that all gateways share. */
export function reportOf(purchase: Purchase): Report {
  const { id, brand_id, reference, is_test, status, payment } = purchase
  const paid_on = payment?.remote_paid_on ?? payment?.paid_on
  const method = purchase.transaction_data?.payment_method ?? ''
  const whole = payment ? payment.amount : (purchase.purchase.total_override ?? purchase.purchase.total)
  // Of money that went back, as much as went back.
  const back = meaningOf(status).class === 'refund' ? (purchase.refundable_amount ?? 0) : 0
  return {
    txn_id: id,
    txn_at: paid_on ? new Date(paid_on * 1_000) : null,
    exchange_order_no: reference ?? '',
    amount_sen: whole - back,
    bank_code: method.slice(0, 20),
    bank_name: methodName(method),
    debit_code: status,
    debit_no: fpxIdOf(purchase.transaction_data?.extra),
    fields: {
      id,
      brand_id,
      reference: reference ?? '',
      is_test: String(is_test),
      amount: String(whole),
      currency: payment?.currency ?? purchase.purchase.currency,
      is_outgoing: String(payment?.is_outgoing ?? false),
    },
  }
}

/**
 * FPX's own id, by which the payer's bank finds the money, where CHIP went through FPX: each value is an array of one
 * when it came by FPX's server, and plain when it came by the browser.
 */
function fpxIdOf(extra: unknown): string {
  const payload = (extra as { webhook_payload?: Record<string, unknown> } | null | undefined)?.webhook_payload
  const value = payload?.fpx_fpxTxnId
  const first = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' ? first.slice(0, 40) : ''
}
