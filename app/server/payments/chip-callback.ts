import type { ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { type Actor, systemActor } from '#app/domain/core/actor.ts'
import { enquireAttempt } from '#app/domain/gateways/answers/enquire.ts'
import {
  attemptOfWebhook,
  type ChipChannel,
  storeWebhook,
  verifyWebhook,
} from '#app/domain/gateways/chip/handle-webhook.ts'
import { bindPurchase } from '#app/domain/gateways/chip/purchase.ts'
import { raiseOrphan } from '#app/domain/gateways/payment-exceptions/raise-exception.ts'
import { storeForgery } from '#app/domain/payments/attempts/gateway-messages.ts'
import { MAX_BODY_BYTES } from '#app/integrations/chip/client.ts'
import { readPurchase, reportOf, subjectOf } from '#app/integrations/chip/purchase.ts'
import { SIGNATURE } from '#app/integrations/chip/signature.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { firstBytes } from '#app/server/wire/body.ts'
import { gatewaysOf } from './ask-gateway.ts'

/** Milliseconds until the message is answered without CHIP's word; the job that was planned goes on asking. */
const patience = 8_000

export type Told = 'taken' | 'orphan' | 'foreign' | 'refused'

/** Order numbers are ours; an organisation may sell elsewhere under the same brand, and that is none of our business. */
const isOurs = (reference: string | null) => reference?.startsWith('LN-') ?? false

/**
 * CHIP's server, about a purchase of one organisation: verified over the raw bytes by that organisation's key, written down
 * once it is genuine, and then CHIP is asked how the purchase stands. Throws when it could not be written down, and then
 * nothing may say 200.
 */
export async function receiveChip(
  context: RequestContext,
  channel: ChipChannel,
  request: Request,
  entity_id: string,
): Promise<Told> {
  const { services } = context
  const { log, ring } = services
  const actor: Actor = {
    ...systemActor,
    ...{ name: 'CHIP', ip: context.actor.ip, request_id: context.actor.request_id },
  }
  const { bytes: raw, size } = await firstBytes(request, MAX_BODY_BYTES + 1)
  const subject = size > MAX_BODY_BYTES ? null : subjectOf(raw)
  const entity = await context.enterById(entity_id)
  const forged = async (reason: string) => {
    const claims = subject?.reference?.slice(0, 40) ?? null
    log.warn({ channel, reason, claims, size, ip: actor.ip }, 'CHIP message refused')
    await context.write((trx) =>
      storeForgery(trx, actor, { ring, gateway: 'chip', channel, raw, size, reason, claims }),
    )
    return 'refused' as const
  }
  if (!entity) return forged('no_organisation')
  const { write, rest } = context
  const gateways = gatewaysOf(services, { ring, place: entity.place.schema })
  const fingerprint =
    size > MAX_BODY_BYTES
      ? null
      : await verifyWebhook({ write, gateways, rest }, channel, raw, request.headers.get(SIGNATURE))
  if (!fingerprint) return forged(size > MAX_BODY_BYTES ? 'too_large' : 'bad_signature')
  if (!subject) return 'foreign'

  const attempt = await write((trx) => attemptOfWebhook(trx, subject))
  if (!attempt && !isOurs(subject.reference)) return 'foreign'
  const purchase = readPurchase(raw)
  if (attempt && purchase && !attempt.purchase_id && !(await bindPurchase(write, attempt, purchase)))
    return 'taken'
  const about = { ring, channel, raw, fingerprint, attempt_id: attempt?.id ?? null }
  const kept = await write((trx) => storeWebhook(trx, actor, about))
  if (!attempt) {
    log.error({ channel, reference: subject.reference, id: subject.id }, 'CHIP message for nobody')
    await context.leave()
    if (purchase) await write((trx) => raiseOrphan(trx, reportOf(purchase), kept.message_id))
    return 'orphan'
  }
  if (kept.ask) await ask()
  return 'taken'

  async function ask() {
    try {
      const tools = { gateways, write, rest, timeoutMs: patience }
      const applied = await enquireAttempt(tools, actor, attempt!.id, 'notified')
      if (applied?.alarm)
        log.error(
          { tenant: entity!.subdomain, attempt_id: attempt!.id, ...applied.alarm },
          'payment needs a person',
        )
    } catch (error) {
      // The message is written down and a job asks soon.
      log.error({ attempt_id: attempt!.id, err: error }, 'CHIP could not be asked')
    }
  }
}

const plain = (status: number, text: string, headers: Record<string, string> = {}) =>
  new Response(text, { status, headers: { 'content-type': 'text/plain', ...headers } })

export const onlyPosted = () => plain(405, 'POST only', { allow: 'POST' })

/** 200 says that it is written down, also of a repetition; CHIP repeats whatever hears anything else. */
export async function answerChip({ params, request, context }: ActionFunctionArgs, channel: ChipChannel) {
  const id = z.uuid().safeParse(params.id).data
  if (!id) return plain(400, 'NOT VERIFIED')
  try {
    const told = await receiveChip(context, channel, request, id)
    return told === 'refused' ? plain(401, 'NOT VERIFIED') : plain(200, 'OK')
  } catch (error) {
    context.services.log.error({ requestId: context.requestId, err: error }, 'CHIP message not taken')
    return plain(503, 'TRY AGAIN', { 'retry-after': '10' })
  }
}
