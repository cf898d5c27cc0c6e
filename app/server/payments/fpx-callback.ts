import { type Actor, systemActor } from '#app/domain/core/actor.ts'
import {
  type Applied,
  applyFpxMessage,
  storeOrphan,
  type VerifiedFpxMessage,
} from '#app/domain/gateways/answers/apply-answer.ts'
import {
  findOrder,
  sealMessage,
  storeForgery,
  storeIfRepeated,
} from '#app/domain/payments/attempts/gateway-messages.ts'
import { type Ac, verifyAc } from '#app/integrations/fpx/answers.ts'
import { MAX_BODY_BYTES } from '#app/integrations/fpx/body.ts'
import { isOutage } from '#app/server/http/outage.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import type { Entity } from '#app/server/routing/site.ts'
import { firstBytes } from '#app/server/wire/body.ts'

/** What became of a message. */
export type Received =
  /** `entity` is null where the platform itself was paid. */
  | { kind: 'applied'; applied: Applied; entity: Entity | null }
  /** A repetition, byte for byte, of a message of FPX's server whose payment is posted. */
  | { kind: 'repeated' }
  /** Signed, but about an unknown order: sending it again would not help. */
  | { kind: 'orphan' }
  /** Genuine, and kept in memory, because the database was offline or busy. */
  | { kind: 'unsaved'; order_no: string }
  | { kind: 'refused'; reason: string }

/**
 * Receives a message of FPX, from its server (`direct`) or the payer's browser (`indirect`): verifies its raw bytes, finds the
 * organisation (or the platform) by the order number, and applies and stores it there in one transaction. A message that does
 * not verify is stored too. Throws when it could not be stored, and then the answer must not be OK.
 */
export async function receiveCallback(
  context: RequestContext,
  channel: 'direct' | 'indirect',
  request: Request,
): Promise<Received> {
  const { services, actor } = context
  const { ring } = services
  const gateway: Actor = { ...systemActor, name: 'FPX', ip: actor.ip, request_id: actor.request_id }
  const { bytes: raw, size } = await firstBytes(request, MAX_BODY_BYTES + 1)
  const config = await services.fpx.config()
  const result = verifyAc(config, raw)
  if (!result.ok) {
    const { reason, claims } = result
    services.log.warn({ channel, reason, claims, size, ip: actor.ip }, 'FPX message refused')
    await context.write((trx) => storeForgery(trx, gateway, { ring, channel, raw, size, reason, claims }))
    return { kind: 'refused', reason }
  }

  const { ac, fingerprint } = result
  const { environment } = config
  const message: VerifiedFpxMessage = {
    channel,
    report: ac,
    raw,
    fingerprint,
    environment,
    ring,
    actor: gateway,
  }
  try {
    return await applyToOrder(context, message)
  } catch (error) {
    // FPX's server sends it again, but a browser comes only once.
    const kept = channel === 'indirect' && isOutage(error) && services.unsavedFpxMessages.keep(message)
    if (!kept) throw error
    services.log.error({ order_no: ac.exchange_order_no, err: error }, 'FPX message held')
    return { kind: 'unsaved', order_no: ac.exchange_order_no }
  }
}

async function applyToOrder(context: RequestContext, received: VerifiedFpxMessage): Promise<Received> {
  const { services } = context
  const { report, channel } = received
  // Sealed once, for a row that is written by the first of two steps or by the second.
  const message =
    channel === 'direct' ? { ...received, sealed: sealMessage(received.ring, received.raw) } : received
  const order = await (channel === 'direct'
    ? findOrderOrRepeat(context, message)
    : orderOfBrowser(context, report))
  if (order?.repeated) return { kind: 'repeated' }
  const entity = order?.entity_id ? await context.enterTenantById(order.entity_id) : null
  if (!order || (order.entity_id && !entity)) {
    services.log.error(
      { channel, order_no: report.exchange_order_no, txn_id: report.txn_id },
      'FPX message for nobody',
    )
    await context.write((trx) => storeOrphan(trx, message))
    return { kind: 'orphan' }
  }

  const applied = await context.write((trx) => applyFpxMessage(trx, order.attempt_id, message))
  if (applied.alarm)
    services.log.error(
      { tenant: entity?.subdomain ?? null, attempt_id: applied.attempt_id, ...applied.alarm },
      'payment needs a person',
    )
  return { kind: 'applied', applied, entity: entity ?? null }
}

function findOrderOrRepeat(
  { writeInOneFlight }: RequestContext,
  { actor, report, ...message }: VerifiedFpxMessage,
) {
  const { ring, channel, raw, fingerprint, sealed } = message
  const response_code = report.debit_code.slice(0, 20)
  return writeInOneFlight((trx) =>
    storeIfRepeated(trx, actor, report.exchange_order_no, {
      ...{ ring, channel, raw, fingerprint, response_code, sealed },
    }),
  )
}

/** A repetition by the browser is applied again, because its answer leads to the page of the attempt. */
async function orderOfBrowser({ read }: RequestContext, { exchange_order_no }: Ac) {
  const order = await findOrder(await read(), exchange_order_no)
  return order && { ...order, repeated: false }
}
