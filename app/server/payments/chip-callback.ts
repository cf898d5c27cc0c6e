import type { ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { type Actor, systemActor } from '#app/domain/core/actor.ts'
import { enquireAttempt } from '#app/domain/gateways/answers/enquire.ts'
import { type ChipChannel, handleWebhook } from '#app/domain/gateways/chip/handle-webhook.ts'
import { raiseOrphan } from '#app/domain/gateways/payment-exceptions/raise-exception.ts'
import { storeForgery } from '#app/domain/payments/attempts/gateway-messages.ts'
import { MAX_BODY_BYTES } from '#app/integrations/chip/client.ts'
import { reportOf, subjectOf } from '#app/integrations/chip/purchase.ts'
import { SIGNATURE } from '#app/integrations/chip/signature.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { firstBytes } from '#app/server/wire/body.ts'
import { gatewaysOf } from './ask-gateway.ts'

/** Milliseconds until the message is answered without CHIP's word; the job that was planned goes on asking. */
const patience = 8_000

/**
 * CHIP's server, about a purchase of one organisation: written down at its place once it is genuine, and then CHIP is asked
 * how the purchase stands. False of what nobody of CHIP has signed. Throws when it could not be written down, and then
 * nothing may say 200.
 */
async function receiveChip(
  context: RequestContext,
  channel: ChipChannel,
  request: Request,
  entity_id: string,
): Promise<boolean> {
  const { services } = context
  const { log, ring } = services
  const actor: Actor = {
    ...systemActor,
    ...{ name: 'CHIP', ip: context.actor.ip, request_id: context.actor.request_id },
  }
  const { bytes: raw, size } = await firstBytes(request, MAX_BODY_BYTES + 1)
  const tooLarge = size > MAX_BODY_BYTES
  const entity = await context.enterTenantById(entity_id)
  const refuse = async (reason: string) => {
    const claims = (tooLarge ? null : subjectOf(raw))?.reference?.slice(0, 40) ?? null
    log.warn({ channel, reason, claims, size, ip: actor.ip }, 'CHIP message refused')
    await context.write((trx) =>
      storeForgery(trx, actor, { ring, gateway: 'chip', channel, raw, size, reason, claims }),
    )
    return false
  }
  if (!entity) return refuse('no_organisation')
  if (tooLarge) return refuse('too_large')

  const { write, releaseConnection } = context
  const tools = {
    ...{
      gateways: gatewaysOf(services, { ring, place: entity.place.schema }),
      write,
      rest: releaseConnection,
    },
    timeoutMs: patience,
  }
  const signature = request.headers.get(SIGNATURE)
  const handled = await handleWebhook(tools, actor, { channel, raw, signature })
  if (handled.kind === 'refused') return refuse('bad_signature')
  if (handled.kind === 'orphan') {
    const { purchase, message_id } = handled
    log.error({ channel, ...subjectOf(raw) }, 'CHIP message for nobody')
    await context.leaveTenant()
    if (purchase) await write((trx) => raiseOrphan(trx, reportOf(purchase), message_id))
  }
  if (handled.kind === 'taken' && handled.ask) {
    const { attempt_id } = handled
    try {
      const applied = await enquireAttempt(tools, actor, attempt_id, 'notified')
      if (applied?.alarm)
        log.error({ tenant: entity.subdomain, attempt_id, ...applied.alarm }, 'payment needs a person')
    } catch (error) {
      // The message is written down and a job asks soon.
      log.error({ attempt_id, err: error }, 'CHIP could not be asked')
    }
  }
  return true
}

const plain = (status: number, text: string, headers: Record<string, string> = {}) =>
  new Response(text, { status, headers: { 'content-type': 'text/plain', ...headers } })

export const onlyPosted = () => plain(405, 'POST only', { allow: 'POST' })

/** 200 says that it is written down, also of a repetition; CHIP repeats whatever hears anything else. */
export async function answerChip({ params, request, context }: ActionFunctionArgs, channel: ChipChannel) {
  const id = z.uuid().safeParse(params.id).data
  if (!id) return plain(400, 'NOT VERIFIED')
  try {
    const genuine = await receiveChip(context, channel, request, id)
    return genuine ? plain(200, 'OK') : plain(401, 'NOT VERIFIED')
  } catch (error) {
    context.services.log.error({ requestId: context.requestId, err: error }, 'CHIP message not taken')
    return plain(503, 'TRY AGAIN', { 'retry-after': '10' })
  }
}
