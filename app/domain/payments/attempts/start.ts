import { randomInt } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { type Actor, storedVisitor } from '#app/domain/core/actor.ts'
import { recordEach } from '#app/domain/core/audit.ts'
import { todayIn } from '#app/domain/core/dates.ts'
import type { Fee } from '#app/domain/core/invoicing/payment-rules.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { type Basket, settleBasket, sharesOfLocked } from '#app/domain/payments/baskets/settle-basket.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { certificateFault } from '#app/integrations/fpx/certificates/validity.ts'
import type { FpxConfig } from '#app/integrations/fpx/config.ts'
import type { Model } from '#app/integrations/fpx/fields.ts'
import { buildAr } from '#app/integrations/fpx/messages.ts'
import type { GatewayName } from '#app/integrations/gateway/gateway.ts'
import { fixedInsert } from '#db/fixed-query.ts'
import { newId, newPublicCode } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { isForPlatform, type Purpose } from './attempt.ts'
import { enqueueEnquiry, lockMinutes, nextEnquiry, windowEnd } from './enquiry-schedule.ts'
import { type LockedInvoice, lockInvoices } from './invoice-locks.ts'
import { beyondFpx, type OnlineTerms, onlineTerms } from './online-terms.ts'

/** Invoices of one payer. */
export interface StartRequest extends Basket {
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
 * that is needed has ended, an inactive organisation, one without FPX, a bank that is down, invoices that cannot be taken and, by
 * model and with the payer's fee, amounts outside FPX's limits.
 */
export async function startAttempt(
  trx: Transaction<DB>,
  actor: Actor,
  config: FpxConfig,
  request: StartRequest,
): Promise<string> {
  const terms = await startTerms(trx, config, request)
  return beginAttempt(trx, actor, request, {
    ...fpxBeginning(config, request, terms, terms.fees[request.model]),
    refusalOf: (amount_sen) => beyondFpx(request.model, amount_sen, terms.limits),
  })
}

/** Who pays, how and when, whatever it is for. */
export type StartTerms = Omit<StartRequest, keyof Basket>

/**
 * What the organisation offers, once it is known that it can be paid at all: refuses while a certificate that is needed has
 * ended, an inactive organisation, one without FPX, and a bank that is down or that the organisation hides.
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
  const hidden = model === 'B2C' && terms.hidden_banks.includes(bank.code)
  if (!bank.online || hidden) throw new Refusal('payment.bank_offline', 'bank')
  return terms
}

/** What an attempt by FPX is, whatever it pays: the signed request as the browser will post it. */
export function fpxBeginning(
  config: FpxConfig,
  { model, bank, buyer_email, buyer_name, at }: StartTerms,
  {
    seller_id,
    approval_days,
    fpx_terms_version,
  }: Pick<OnlineTerms, 'seller_id' | 'approval_days' | 'fpx_terms_version'>,
  fee: Fee,
): Beginning {
  return {
    gateway: 'fpx',
    ...{ model, fee, bank, fpx_terms_version },
    expires_at: windowEnd(model, at, approval_days),
    fieldsOf: ({ order_no, amount_sen, description }) =>
      buildAr(config, {
        ...{ model, seller_id: seller_id!, exchange_order_no: order_no, order_no, amount_sen },
        ...{ bank_code: bank.code, buyer_email, buyer_name, description, at },
      }),
  }
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
    .set({ state: 'redirected', sent_at: sql<Date>`now()` })
    .where('public_code', '=', code)
    .where('gateway', '=', 'fpx')
    .where('state', '=', 'created')
    .returning(['order_no', 'amount_sen', 'bank_name', 'request_fields'])
    .executeTakeFirst()
  if (!attempt) return undefined
  const { request_fields, ...facts } = attempt
  return { ...facts, fields: request_fields as Record<string, string> }
}

/** Who pays and when, whatever it is for and by whatever gateway. */
export interface Payer {
  buyer_name: string
  buyer_email: string | null
  locale: Locale
  at: Date
}

/** What differs between gateways when a payment is begun. */
export interface Beginning {
  gateway: GatewayName
  model: Model | null
  bank: { code: string; name: string }
  fee: Fee
  /** The FPX terms that the payer was shown; of other gateways none. */
  fpx_terms_version?: string | null
  /** When a person is needed. */
  expires_at: Date
  /** What is stored with the attempt, and compared with whatever the gateway says. */
  fieldsOf(order: Order): Readonly<Record<string, string>>
}

interface Order {
  order_no: string
  /** The payer's fee included. */
  amount_sen: number
  description: string
}

interface WhatFor extends Omit<Order, 'order_no'> {
  id: string
  purpose: Purpose
}

/**
 * Uses the credit of the family that is signed in, takes the invoices, snapshots what they owe and stores the request, all
 * before any gateway hears of it. Returns the code of its public page. Refuses what changed since the payer looked
 * ({@link settleBasket}), invoices that cannot be taken ({@link lockInvoices}), are of several payers or paid by credit
 * alone, a part against the rules ({@link sharesOfLocked}), and what `refusalOf` says of the sum with the payer's fee.
 */
export async function beginAttempt(
  trx: Transaction<DB>,
  actor: Actor,
  payer: Payer & Basket,
  beginning: Beginning & { refusalOf(amount_sen: number): Refusal | null },
): Promise<string> {
  const { model, gateway, bank, fee, refusalOf } = beginning
  const id = newId()
  const until = new Date(payer.at.getTime() + lockMinutes * 60_000)
  const { payer_fee_sen: fee_sen } = fee
  const codes = await settleBasket(trx, actor, payer, { fee_sen, today: todayIn(payer.at) })
  if (codes.length === 0) throw new Refusal('invoice.not_payable')
  const shares = payer.part_sen === undefined ? null : await sharesOfLocked(trx, actor, codes, payer.part_sen)
  const taken = await lockInvoices(trx, id, shares ? [...shares.keys()] : codes, until)
  const invoices = taken.map((one) => ({
    ...one,
    asked_sen: shares?.get(one.public_code) ?? one.balance_sen,
  }))
  if (new Set(invoices.map(({ payer_parent_id }) => payer_parent_id)).size > 1)
    throw new Refusal('invoice.not_payable')
  const amount_sen = invoices.reduce((sum, { asked_sen }) => sum + asked_sen, fee.payer_fee_sen)
  const refusal = refusalOf(amount_sen)
  if (refusal) throw refusal
  const what = { id, purpose: 'invoice', amount_sen, description: descriptionOf(invoices) } as const
  const { code, order_no, stored } = storeAttempt(trx, actor, payer, beginning, what)
  const way = model ? { model } : { gateway }
  const started = invoices.map((invoice) => ({
    id: invoice.id,
    after: { order_no, ...way, bank: bank.code, amount_sen: invoice.asked_sen },
  }))
  await Promise.all([
    stored,
    insertSnapshot(trx, id, invoices),
    recordEach(trx, actor, 'invoice.payment_started', { type: 'invoice' }, started),
  ])
  return code
}

/**
 * Stores the request and plans the first enquiry; what it pays is the caller's, who may write it down in the same flight:
 * all of this has been sent to the database when it returns, and `stored` says whether it was taken.
 */
export function storeAttempt(
  trx: Transaction<DB>,
  actor: Actor,
  payer: Payer,
  { gateway, model, bank, fee, fpx_terms_version, expires_at, fieldsOf }: Beginning,
  { id, purpose, amount_sen, description }: WhatFor,
): { code: string; order_no: string; stored: Promise<unknown> } {
  const { at } = payer
  const order_no = newOrderNo()
  const public_code = newPublicCode()
  const fields = fieldsOf({ order_no, amount_sen, description })
  const next_enquiry_at = nextEnquiry({ model, state: 'created', requested_at: at, expires_at }, at)
  const attempt = attemptAdded(trx, {
    ...{ id, purpose, order_no, public_code, amount_sen, expires_at, gateway, model, ...fee },
    fpx_terms_version: fpx_terms_version ?? null,
    bank_code: bank.code,
    bank_name: bank.name,
    buyer_name: payer.buyer_name,
    buyer_email: payer.buyer_email,
    request_fields: JSON.stringify(fields),
    requested_at: at,
    next_enquiry_at,
    locale: payer.locale,
    user_id: actor.id,
    ...storedVisitor(actor),
  })
  const order = trx
    .insertInto('platform.gateway_order')
    .values({ order_no, attempt_id: id, gateway, next_enquiry_at })
    .execute()
  // What leads from the main host to an organisation; the platform's own are shown there.
  const door =
    !isForPlatform(purpose) &&
    trx.insertInto('platform.public_code').values({ code: public_code, kind: 'payment' }).execute()
  const enquiry = next_enquiry_at && enqueueEnquiry(trx, { id, purpose }, next_enquiry_at)
  return { code: public_code, order_no, stored: Promise.all([attempt, order, door, enquiry]) }
}

const attemptAdded = fixedInsert('payment_attempt')

/** What it is for, as it stands now; what it pays is decided when the money comes. */
async function insertSnapshot(
  trx: Transaction<DB>,
  attempt_id: string,
  invoices: readonly (LockedInvoice & { asked_sen: number })[],
) {
  await trx
    .insertInto('payment_attempt_invoice')
    .values(
      invoices.map(({ id, asked_sen }, position) => ({
        attempt_id,
        invoice_id: id,
        position,
        amount_sen: asked_sen,
      })),
    )
    .execute()
}

function descriptionOf([first, ...others]: LockedInvoice[]): string {
  return others.length === 0 ? (first?.number ?? '') : `${first?.number} and ${others.length} more`
}

/** Crockford's letters and digits: no I, L, O or U, since people read them out on the phone. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * The order number of one attempt: `LN-7K4Q-2M9X-PB3T`. 60 random bits, so that none is ever given twice in the whole
 * exchange and none can be guessed from another; within FPX's `[A-Z0-9-]{1,20}`.
 */
export function newOrderNo(): string {
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')
  return `LN-${group()}-${group()}-${group()}`
}
