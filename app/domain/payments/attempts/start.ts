import { sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import type { Fee } from '#app/domain/core/invoicing/fpx-fee.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Basket } from '#app/domain/payments/baskets/settle-basket.ts'
import { beyondFpx } from '#app/domain/payments/payments/limit-refusal.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { certificateFault } from '#app/integrations/fpx/certificates/validity.ts'
import type { FpxConfig } from '#app/integrations/fpx/config.ts'
import type { Model } from '#app/integrations/fpx/fields.ts'
import { buildAr } from '#app/integrations/fpx/messages.ts'
import type { DB } from '#db/types.ts'
import { type Beginning, beginAttempt } from './begin.ts'
import { windowEnd } from './enquiry/enquiry-schedule.ts'
import { type OnlineTerms, onlineTerms } from './online-terms.ts'

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
  { seller_id, approval_days }: Pick<OnlineTerms, 'seller_id' | 'approval_days'>,
  fee: Fee,
): Beginning {
  return {
    gateway: 'fpx',
    ...{ model, fee, bank },
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
