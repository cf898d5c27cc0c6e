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
import { lockedAttempt } from '#app/domain/payments/attempts/locked-attempt.ts'
import { chipAccount, chipConfig } from '#app/domain/payments/chip/account.ts'
import { fetchKey } from '#app/integrations/chip/calls.ts'
import { type Purchase, readPurchase, reportOf, subjectOf } from '#app/integrations/chip/purchase.ts'
import { isSigned, keyFingerprint } from '#app/integrations/chip/signature.ts'
import { meaningOf } from '#app/integrations/chip/statuses.ts'
import type { DB } from '#db/types.ts'
import { bindPurchase } from './purchase.ts'

export type ChipChannel = 'callback' | 'webhook'

/** Fetchings of a key because a signature did not fit, in five minutes: forgeries must not drive them. */
const refetches = { points: 1, seconds: 300 }

/** Milliseconds after which CHIP is asked by a job, should the asking that follows at once be cut off. */
const soon = 30_000

/** What became of a message; `booked` is never among it, since CHIP is asked before anything is. */
export type Handled =
  /** Nobody of CHIP signed it. */
  | { kind: 'refused' }
  /** It is about something that the organisation sells elsewhere. */
  | { kind: 'foreign' }
  /** It bears a number of ours, and no attempt has it. */
  | { kind: 'orphan'; purchase: Purchase | null; message_id: string }
  /** It is written down; `ask`: CHIP may tell something new about the attempt. */
  | { kind: 'taken'; attempt_id: string; ask: boolean }

/** Order numbers are ours; an organisation may sell elsewhere under the same brand, and that is none of our business. */
const isOurs = (reference: string | null) => reference?.startsWith('LN-') ?? false

/**
 * A message of CHIP's server about a purchase of one organisation, at its place: verified over the raw bytes by that
 * organisation's key, led to its attempt, bound to it where its purchase is not known yet, and written down. Throws when it
 * could not be written down, and then nothing may say 200.
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
 * The fingerprint of the key that signed a message: a callback is signed by the company's, a webhook by its own, and
 * neither stands for the other. A callback that does not fit may be signed by a new key, so that is fetched once. Null
 * when nobody of CHIP signed it.
 */
async function verifyWebhook(
  { write, gateways, rest }: Pick<GatewayTools, 'write' | 'gateways' | 'rest'>,
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
  await rest?.()
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
  /** Null of a message that belongs to no attempt. */
  attempt_id: string | null
}

/**
 * Keeps a genuine message. Nothing is booked by it: it is a picture of its moment and may be old, so CHIP is asked. True
 * when that can tell anything new. A purchase that is not the attempt's, though it bears its reference, is for a person.
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
  const attempt = await lockedAttempt(trx, attempt_id)
  const message_id = await storeMessage(trx, actor, { ...message, outcome: 'keep' })
  const { id } = attempt.request_fields
  if (purchase && id && purchase.id !== id) {
    const ac = reportOf(purchase)
    await raiseException(trx, attempt, {
      kind: 'mismatch',
      ac,
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
