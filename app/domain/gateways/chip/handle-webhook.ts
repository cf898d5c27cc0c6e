import type { Kysely, Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { databaseTime } from '#app/domain/core/clock.ts'
import { isOpen } from '#app/domain/core/invoicing/attempt-states.ts'
import { countUse } from '#app/domain/core/rate-limit.ts'
import type { Keyring } from '#app/domain/core/secrets.ts'
import { raiseException } from '#app/domain/gateways/payment-exceptions/raise-exception.ts'
import { planEnquiry } from '#app/domain/payments/attempts/enquiry-schedule.ts'
import type { GatewayTools } from '#app/domain/payments/attempts/gateway-client.ts'
import { storeMessage } from '#app/domain/payments/attempts/gateway-messages.ts'
import { lockAttempt } from '#app/domain/payments/attempts/locked-attempt.ts'
import { chipAccount, chipConfig } from '#app/domain/payments/chip/account.ts'
import { fetchKey } from '#app/integrations/chip/calls.ts'
import { type Purchase, readPurchase, reportOf, subjectOf } from '#app/integrations/chip/purchase.ts'
import { isSigned, keyFingerprint } from '#app/integrations/chip/signature.ts'
import { meaningOf } from '#app/integrations/chip/statuses.ts'
import type { DB } from '#db/types.ts'
import { bindPurchase } from './purchase.ts'

export type ChipChannel = 'callback' | 'webhook'

/** Key downloads after a signature mismatch, limited so that forged messages cannot trigger many. */
const refetches = { points: 1, seconds: 300 }

/** Milliseconds after which a job enquires at CHIP, in case the immediate enquiry is interrupted. */
const soon = 30_000

/** The outcome of a message. None of them is a payment, since CHIP is always asked first. */
type Handled =
  /** Not signed by CHIP. */
  | { kind: 'refused' }
  /** About a sale of the organisation elsewhere. */
  | { kind: 'foreign' }
  /** With an order number of ours that no attempt has. */
  | { kind: 'orphan'; purchase: Purchase | null; message_id: string }
  /** Stored; `ask`: an enquiry at CHIP may give something new. */
  | { kind: 'taken'; attempt_id: string; ask: boolean }

/** Whether an order number is ours; an organisation may use the same brand for other sales. */
const isOurs = (reference: string | null) => reference?.startsWith('LN-') ?? false

/**
 * Handles a message of CHIP about a purchase, in the organisation's schema: verifies it over the raw bytes with the
 * organisation's key, finds its attempt, binds the purchase to it if it has none, and stores the message. Throws when it
 * could not be stored; then the request must not be answered with 200.
 */
export async function handleWebhook(
  tools: GatewayTools,
  actor: Actor,
  { channel, raw, signature }: { channel: ChipChannel; raw: Uint8Array; signature: string | null },
): Promise<Handled> {
  const { write, gateways } = tools
  const fingerprint = await verifyWebhook(tools, channel, raw, signature)
  if (!fingerprint) return { kind: 'refused' }
  const subject = subjectOf(raw)
  if (!subject) return { kind: 'foreign' }
  const attempt = await write((trx) => attemptOfWebhook(trx, subject))
  if (!attempt && !isOurs(subject.reference)) return { kind: 'foreign' }
  const purchase = readPurchase(raw)
  if (attempt && purchase && !attempt.purchase_id && !(await bindPurchase(write, attempt, purchase)))
    return { kind: 'taken', attempt_id: attempt.id, ask: false }
  const { ring } = gateways.chip.keys
  const genuine = { ring, channel, raw, fingerprint, attempt_id: attempt?.id ?? null }
  const { message_id, ask } = await write((trx) => storeWebhook(trx, actor, genuine))
  if (!attempt) return { kind: 'orphan', purchase: purchase ?? null, message_id }
  return { kind: 'taken', attempt_id: attempt.id, ask }
}

/**
 * The fingerprint of the key that signed a message: the company's for callbacks, the webhook's own for webhooks. A callback
 * that does not verify may be signed with a new key, which is downloaded once. Null for an invalid signature.
 */
async function verifyWebhook(
  { write, gateways, releaseConnection }: Pick<GatewayTools, 'write' | 'gateways' | 'releaseConnection'>,
  channel: ChipChannel,
  raw: Uint8Array,
  signature: string | null,
): Promise<string | null> {
  const known = await write(async (trx) => {
    const account = await chipAccount(trx)
    const pem = (channel === 'callback' ? account?.public_key : account?.hook_key) ?? null
    if (isSigned(raw, signature, pem)) return { fingerprint: keyFingerprint(pem!) }
    if (!account || channel === 'webhook' || !signature) return { fingerprint: null }
    const { allowed } = await countUse(trx, 'chip.key', refetches)
    return allowed ? { account, config: await chipConfig(trx, gateways.chip) } : { fingerprint: null }
  })
  if (!known.config) return known.fingerprint ?? null
  await releaseConnection?.()
  const fetched = await fetchKey(known.config)
  if (fetched.kind !== 'key' || !isSigned(raw, signature, fetched.pem)) return null
  const { id, version } = known.account
  await write((trx) =>
    trx
      .updateTable('chip_account')
      .set({ public_key: fetched.pem })
      .where('id', '=', id)
      .where('version', '=', version)
      .where('checked_at', 'is not', null)
      .execute(),
  )
  return keyFingerprint(fetched.pem)
}

/** The attempt that a message names, by our reference or by CHIP's id. */
async function attemptOfWebhook(db: Kysely<DB>, subject: { id: string; reference: string | null }) {
  return db
    .selectFrom('payment_attempt')
    .select(['id', 'order_no', 'state', 'purchase_id'])
    .where('gateway', '=', 'chip')
    .where((eb) =>
      eb.or([
        ...(subject.reference ? [eb('order_no', '=', subject.reference)] : []),
        eb('purchase_id', '=', subject.id),
      ]),
    )
    .executeTakeFirst()
}

interface Genuine {
  ring: Keyring
  channel: ChipChannel
  raw: Uint8Array
  fingerprint: string
  /** Null without an attempt. */
  attempt_id: string | null
}

/**
 * Stores a genuine message. It may be outdated, so nothing is booked by it and CHIP is asked; `ask` is false when that
 * cannot give anything new. Another purchase with the attempt's reference raises an exception.
 */
async function storeWebhook(
  trx: Transaction<DB>,
  actor: Actor,
  { ring, channel, raw, fingerprint, attempt_id }: Genuine,
): Promise<{ message_id: string; ask: boolean }> {
  const purchase = readPurchase(raw)
  const code = purchase?.status.slice(0, 20) ?? null
  const message = {
    ring,
    gateway: 'chip',
    channel,
    raw,
    fingerprint,
    attempt_id,
    response_code: code,
    note: null,
  }
  if (!attempt_id)
    return { message_id: await storeMessage(trx, actor, { ...message, outcome: 'orphan' }), ask: false }
  const attempt = await lockAttempt(trx, attempt_id)
  const message_id = await storeMessage(trx, actor, { ...message, outcome: 'keep' })
  const { id } = attempt.request_fields
  if (purchase && id && purchase.id !== id) {
    const report = reportOf(purchase)
    await raiseException(trx, attempt, {
      kind: 'mismatch',
      report,
      message_id,
      payment_id: null,
      differing: ['id'],
    })
    return { message_id, ask: false }
  }
  if (isOpen(attempt.state)) {
    const next = new Date((await databaseTime(trx)).getTime() + soon)
    await trx
      .updateTable('payment_attempt')
      .set({ next_enquiry_at: next })
      .where('id', '=', attempt_id)
      .execute()
    await planEnquiry(trx, attempt, next)
  }
  const repeated = attempt.state === 'paid' && purchase && meaningOf(purchase.status).class === 'paid'
  return { message_id, ask: !repeated }
}
