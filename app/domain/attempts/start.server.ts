import type { Transaction } from 'kysely'
import { type Actor, placeOf } from '#app/domain/actor.ts'
import { record } from '#app/domain/audit.ts'
import type { Fee } from '#app/domain/payments/fee.ts'
import { Refusal } from '#app/domain/refusal.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { certificateFault } from '#app/integrations/fpx/certificates/validity.ts'
import type { FpxConfig } from '#app/integrations/fpx/config.ts'
import type { ArFields, Model } from '#app/integrations/fpx/fields.ts'
import { limitRefusal } from '#app/integrations/fpx/limits.ts'
import { buildAr } from '#app/integrations/fpx/messages.ts'
import { newId, newPublicCode } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { lockMinutes, nextEnquiry, windowEnd } from './enquiry-schedule.ts'
import { type LockedInvoice, takeInvoices } from './locks.server.ts'
import { type OnlineTerms, onlineTerms } from './online-terms.server.ts'
import { newOrderNo } from './order-no.ts'
import { planEnquiry } from './plan-enquiry.server.ts'

export interface StartRequest {
  /** Public codes of the invoices, all of one payer, in the order in which the money is to go to them. */
  codes: readonly string[]
  model: Model
  /** From the list of the moment; one that is not in it is offline. */
  bank: { code: string; name: string; online: boolean }
  buyer_name: string
  buyer_email: string | null
  locale: Locale
  at: Date
}

/**
 * Takes the invoices, snapshots what they owe, and stores the signed request exactly as the browser will post it, so
 * that FPX can be asked about it by the same values. Returns the code of its public page. Refuses while a certificate
 * that is needed has ended, an inactive organisation, one without FPX, a bank that is down, invoices that cannot be taken ({@link takeInvoices}) and, by
 * model and with the payer's fee, amounts outside FPX's limits.
 */
export async function startAttempt(
  trx: Transaction<DB>,
  actor: Actor,
  config: FpxConfig,
  request: StartRequest,
): Promise<string> {
  const terms = await startTerms(trx, config, request)
  const id = newId()
  const until = new Date(request.at.getTime() + lockMinutes * 60_000)
  const invoices = await takeInvoices(trx, id, request.codes, until)
  if (new Set(invoices.map(({ payer_parent_id }) => payer_parent_id)).size > 1)
    throw new Refusal('invoice.not_payable')
  const fee = terms.fees[request.model]
  const amount_sen = invoices.reduce((sum, { balance_sen }) => sum + balance_sen, fee.payer_fee_sen)
  const refusal = limitRefusal(request.model, amount_sen, terms.limits)
  if (refusal) throw new Refusal(refusal)
  const description = descriptionOf(invoices)
  const what = { id, purpose: 'invoice', terms, fee, amount_sen, description } as const
  const { code, order_no } = await openAttempt(trx, actor, config, request, what)
  await insertSnapshot(trx, id, invoices)
  for (const invoice of invoices) {
    const after = { order_no, model: request.model, bank: request.bank.code, amount_sen: invoice.balance_sen }
    await record(trx, actor, 'invoice.payment_started', { type: 'invoice', id: invoice.id }, { after })
  }
  return code
}

/** Who pays, how and when, whatever it is for. */
export type StartTerms = Omit<StartRequest, 'codes'>

/**
 * What the organisation offers, once it is known that it can be paid at all: refuses while a certificate that is needed has
 * ended, an inactive organisation, one without FPX, and a bank that is down.
 */
export async function startTerms(
  trx: Transaction<DB>,
  config: FpxConfig,
  { model, bank, at }: Pick<StartTerms, 'model' | 'bank' | 'at'>,
): Promise<OnlineTerms> {
  // Else invoices would be locked for a payment whose answer nobody could believe.
  if (certificateFault(config, at)) throw new Refusal('payment.gateway_paused')
  const terms = await onlineTerms(trx)
  if (terms.entity_status !== 'active') throw new Refusal('auth.entity_inactive')
  if (!terms.seller_id || !terms.models.includes(model)) throw new Refusal('payment.online_off')
  if (!bank.online) throw new Refusal('payment.bank_offline', 'bank')
  return terms
}

interface WhatFor {
  id?: string
  purpose: 'invoice' | 'donation'
  terms: OnlineTerms
  fee: Fee
  /** The payer's fee included. */
  amount_sen: number
  description: string
}

/** Stores the signed request; what it pays is the caller's. */
export async function openAttempt(
  trx: Transaction<DB>,
  actor: Actor,
  config: FpxConfig,
  request: StartTerms,
  { id = newId(), purpose, terms, fee, amount_sen, description }: WhatFor,
): Promise<{ attempt_id: string; code: string; order_no: string }> {
  const { model, bank, at } = request
  const order_no = newOrderNo()
  const fields = buildAr(config, {
    model,
    seller_id: terms.seller_id!,
    exchange_order_no: order_no,
    order_no,
    amount_sen,
    bank_code: bank.code,
    buyer_email: request.buyer_email,
    buyer_name: request.buyer_name,
    description,
    at,
  })
  const expires_at = windowEnd(model, at, terms.approval_days)
  const attempt = { id, order_no, purpose, amount_sen, ...fee, expires_at }
  const code = await insertAttempt(trx, actor, request, attempt, fields)
  return { attempt_id: id, code, order_no }
}

interface NewAttempt extends Fee {
  id: string
  purpose: WhatFor['purpose']
  order_no: string
  amount_sen: number
  expires_at: Date
}

async function insertAttempt(
  trx: Transaction<DB>,
  actor: Actor,
  { model, bank, at, ...request }: StartTerms,
  attempt: NewAttempt,
  fields: ArFields,
): Promise<string> {
  const { id, order_no, expires_at } = attempt
  const public_code = newPublicCode()
  const next_enquiry_at = nextEnquiry({ model, state: 'created', requested_at: at, expires_at }, at)
  await trx
    .insertInto('payment_attempt')
    .values({
      ...attempt,
      public_code,
      gateway: 'fpx',
      model,
      bank_code: bank.code,
      bank_name: bank.name,
      buyer_name: request.buyer_name,
      buyer_email: request.buyer_email,
      request_fields: JSON.stringify(fields),
      requested_at: at,
      next_enquiry_at,
      locale: request.locale,
      user_id: actor.id,
      ...placeOf(actor),
    })
    .execute()
  await trx
    .insertInto('platform.gateway_order')
    .values({ order_no, attempt_id: id, gateway: 'fpx' })
    .execute()
  await trx.insertInto('platform.public_code').values({ code: public_code, kind: 'payment' }).execute()
  await planEnquiry(trx, attempt, next_enquiry_at)
  return public_code
}

/** What it is for, as it stands now; what it pays is decided when the money comes. */
async function insertSnapshot(trx: Transaction<DB>, attempt_id: string, invoices: readonly LockedInvoice[]) {
  await trx
    .insertInto('payment_attempt_invoice')
    .values(
      invoices.map(({ id, balance_sen }, position) => ({
        attempt_id,
        invoice_id: id,
        position,
        amount_sen: balance_sen,
      })),
    )
    .execute()
}

function descriptionOf([first, ...others]: LockedInvoice[]): string {
  return others.length === 0 ? (first?.number ?? '') : `${first?.number} and ${others.length} more`
}

/** Given out once, since FPX refuses a second post; undefined when it was, or no such attempt waits. */
export async function giveOutRequest(
  trx: Transaction<DB>,
  code: string,
): Promise<
  | { order_no: string; amount_sen: number; bank_name: string | null; fields: Record<string, string> }
  | undefined
> {
  const attempt = await trx
    .updateTable('payment_attempt')
    .set({ state: 'redirected' })
    .where('public_code', '=', code)
    .where('state', '=', 'created')
    .returning(['order_no', 'amount_sen', 'bank_name', 'request_fields'])
    .executeTakeFirst()
  if (!attempt) return undefined
  const { request_fields, ...facts } = attempt
  return { ...facts, fields: request_fields as Record<string, string> }
}
