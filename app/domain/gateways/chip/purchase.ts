import { sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { databaseTime } from '#app/domain/core/clock.ts'
import { isOpen } from '#app/domain/core/invoicing/attempt-states.ts'
import type { Keyring } from '#app/domain/core/secrets.ts'
import { type Applied, applyAnswer } from '#app/domain/gateways/answers/apply-answer.ts'
import { enquireAttempt } from '#app/domain/gateways/answers/enquire.ts'
import { payeeOf } from '#app/domain/gateways/answers/payees.ts'
import { raiseException } from '#app/domain/gateways/payment-exceptions/raise-exception.ts'
import { planEnquiry } from '#app/domain/payments/attempts/enquiry-schedule.ts'
import type { GatewayTools } from '#app/domain/payments/attempts/gateway-client.ts'
import { storeMessage } from '#app/domain/payments/attempts/gateway-messages.ts'
import { type LockedAttempt, lockAttempt } from '#app/domain/payments/attempts/locked-attempt.ts'
import { chipAccount, chipConfig } from '#app/domain/payments/chip/account.ts'
import { cancelPurchase, createPurchase, type Made } from '#app/integrations/chip/calls.ts'
import type { ChipConfig } from '#app/integrations/chip/config.ts'
import type { PurchaseRequest } from '#app/integrations/chip/gateway.ts'
import { type ChipGroup, straightTo, whitelistOf } from '#app/integrations/chip/methods.ts'
import { type Purchase, reportOf } from '#app/integrations/chip/purchase.ts'
import type { DB } from '#db/types.ts'

export interface Addresses {
  /** Where CHIP sends the payer's browser, and its callbacks. */
  back: string
  callback: string
}

export interface Checkout {
  order_no: string
  amount_sen: number
  checkout_url: string
}

/**
 * Makes the purchase of an attempt at CHIP, once, between two short transactions, and returns its checkout page; that of an
 * existing purchase if there is one. A refusal ends the attempt; without an answer it stays open, since the purchase may
 * exist, until a callback or its expiry. Undefined without a page.
 */
export async function openPurchase(
  tools: GatewayTools,
  actor: Actor,
  code: string,
  { back, callback }: Addresses,
): Promise<Checkout | undefined> {
  const { write, gateways, releaseConnection, timeoutMs } = tools
  const claimed = await write(async (trx) => {
    const attempt = await claimAttempt(trx, code)
    if (!attempt) return undefined
    const stored = attempt.request_fields as unknown as PurchaseRequest
    const [config, account, entity] = [
      await chipConfig(trx, gateways.chip, stored.is_test === 'true' ? 'test' : 'live'),
      await chipAccount(trx),
      await trx
        .selectFrom('platform.entity')
        .select('contact_email')
        .where('role_name', '=', sql<string>`current_user`)
        .executeTakeFirstOrThrow(),
    ]
    const methods = whitelistOf(stored.group as ChipGroup, account?.methods ?? [])
    return { attempt, stored, config, methods, email: attempt.buyer_email ?? entity.contact_email }
  })
  if (!claimed) return write((trx) => checkoutOf(trx, code))
  const { attempt, stored, config, methods, email } = claimed
  await releaseConnection?.()
  const made = await createPurchase(
    config,
    {
      ...{ reference: attempt.order_no, amount_sen: attempt.amount_sen, name: stored.name, email },
      ...{ full_name: attempt.buyer_name, language: attempt.locale === 'my' ? 'ms' : 'en', methods },
      ...{ due: new Date(stored.due), back, callback },
    },
    timeoutMs ? { timeoutMs } : {},
  )
  if (made.kind === 'made') await recordMade(tools, actor, attempt, config, made)
  else await write((trx) => recordNotMade(trx, actor, attempt, made, gateways.chip.keys.ring))
  return write((trx) => checkoutOf(trx, code))
}

/** Claims an attempt, so that only one process makes its purchase. */
async function claimAttempt(trx: Transaction<DB>, code: string): Promise<LockedAttempt | undefined> {
  const row = await trx
    .updateTable('payment_attempt')
    .set({ state: 'redirected', sent_at: sql<Date>`now()` })
    .where('public_code', '=', code)
    .where('gateway', '=', 'chip')
    .where('state', '=', 'created')
    .returning('id')
    .executeTakeFirst()
  return row && lockAttempt(trx, row.id)
}

/** The checkout page of an attempt that can be paid. */
async function checkoutOf(trx: Transaction<DB>, code: string): Promise<Checkout | undefined> {
  const row = await trx
    .selectFrom('payment_attempt')
    .select(['order_no', 'amount_sen', 'bank_code', 'checkout_url'])
    .where('public_code', '=', code)
    .where('gateway', '=', 'chip')
    .where('state', '=', 'redirected')
    .executeTakeFirst()
  if (!row?.checkout_url) return undefined
  const { order_no, amount_sen, bank_code } = row
  return { order_no, amount_sen, checkout_url: straightTo(row.checkout_url, bank_code ?? '') }
}

/** Stores the purchase's id first, then applies CHIP's answer like any other. */
async function recordMade(
  { write, gateways }: GatewayTools,
  actor: Actor,
  attempt: LockedAttempt,
  { url, keyOf: environment }: ChipConfig,
  { purchase, body }: Extract<Made, { kind: 'made' }>,
): Promise<Applied | undefined> {
  if (!(await bindPurchase(write, attempt, purchase))) return undefined
  const { ring } = gateways.chip.keys
  return write(async (trx) => {
    const answer = { report: reportOf(purchase), raw: Buffer.from(body), fingerprint: new URL(url).origin }
    const at = await databaseTime(trx)
    return applyAnswer(trx, actor, attempt.id, { channel: 'enquiry', ...answer, environment, at, ring })
  })
}

/**
 * Binds a purchase to an attempt for good. False when it belongs to another order, maybe of another organisation, which
 * raises an exception. An attempt with another purchase is detected when answers are compared.
 */
export async function bindPurchase(
  write: GatewayTools['write'],
  attempt: Pick<LockedAttempt, 'id' | 'order_no'>,
  purchase: Purchase,
): Promise<boolean> {
  const { id, checkout_url } = purchase
  try {
    await write(async (trx) => {
      await trx
        .updateTable('platform.gateway_order')
        .set({ gateway_ref: id })
        .where('order_no', '=', attempt.order_no)
        .where('gateway_ref', 'is', null)
        .execute()
      await trx
        .updateTable('payment_attempt')
        .set({ purchase_id: id, checkout_url: checkout_url ?? null })
        .where('id', '=', attempt.id)
        .where('purchase_id', 'is', null)
        .execute()
    })
    return true
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== 'gateway_order_gateway_ref_key') throw error
  }
  await write(async (trx) => {
    const locked = await lockAttempt(trx, attempt.id)
    const set = { state: 'needs_review', review_reason: 'id_claimed' }
    await trx.updateTable('payment_attempt').set(set).where('id', '=', attempt.id).execute()
    await raiseException(trx, locked, {
      ...{ kind: 'id_claimed', report: reportOf(purchase), message_id: null, payment_id: null },
      differing: ['id'],
    })
  })
  return false
}

async function recordNotMade(
  trx: Transaction<DB>,
  actor: Actor,
  { id }: LockedAttempt,
  made: Exclude<Made, { kind: 'made' }>,
  ring: Keyring,
): Promise<void> {
  const attempt = await lockAttempt(trx, id)
  const refused = made.kind === 'refused'
  await storeMessage(trx, actor, {
    ...{ ring, gateway: 'chip', channel: 'enquiry', attempt_id: id, fingerprint: null },
    raw: Buffer.from(refused ? '' : (made.body ?? '')),
    response_code: refused ? 'refused' : null,
    outcome: refused ? 'release' : made.why,
    note: made.detail.slice(0, 200),
  })
  if (!refused || attempt.state !== 'redirected') return
  const at = await databaseTime(trx)
  const end = { state: 'failed', response_code: 'refused', responded_at: at, next_enquiry_at: null }
  await trx.updateTable('payment_attempt').set(end).where('id', '=', id).execute()
  await planEnquiry(trx, attempt, null)
  await payeeOf(attempt.purpose).release(trx, actor, attempt, { state: 'failed' })
}

/**
 * Cancels the purchase of an attempt that the payer gave up or whose account was changed, then enquires: a payment in the
 * meantime counts. Undefined when nothing can be cancelled.
 */
export async function cancelAttempt(
  tools: GatewayTools,
  actor: Actor,
  attempt_id: string,
): Promise<Applied | undefined> {
  const { write, gateways, releaseConnection, timeoutMs } = tools
  const found = await write(async (trx) => {
    const { gateway, state, request_fields } = await lockAttempt(trx, attempt_id)
    const { id, is_test } = request_fields
    if (gateway !== 'chip' || !isOpen(state) || !id) return undefined
    return { id, config: await chipConfig(trx, gateways.chip, is_test === 'true' ? 'test' : 'live') }
  })
  if (!found) return undefined
  await releaseConnection?.()
  await cancelPurchase(found.config, found.id, timeoutMs ? { timeoutMs } : {})
  return enquireAttempt(tools, actor, attempt_id, 'notified')
}
