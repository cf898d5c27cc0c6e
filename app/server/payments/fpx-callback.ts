import { type Actor, systemActor } from '#app/domain/core/actor.ts'
import {
  type Applied,
  applyVerified,
  storeOrphan,
  type Verified,
} from '#app/domain/gateways/answers/apply-answer.ts'
import {
  orderOf,
  sealedMessage,
  storeForgery,
  storeIfRepeated,
} from '#app/domain/payments/attempts/gateway-messages.ts'
import { type Ac, verifyAc } from '#app/integrations/fpx/answers.ts'
import { MAX_BODY_BYTES } from '#app/integrations/fpx/body.ts'
import { isOutage } from '#app/server/http/outage.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import type { Entity } from '#app/server/routing/site.ts'
import { firstBytes } from '#app/server/wire/body.ts'

export type Received =
  /** Without an organisation: the platform itself was paid. */
  | { kind: 'applied'; applied: Applied; entity: Entity | null }
  /** FPX's server has said it before, word for word, and what it said is booked. */
  | { kind: 'repeated' }
  /** Signed, but about an order that nobody made: a resend would not help. */
  | { kind: 'orphan' }
  /** Genuine and kept in the process, since the database has no connection to give. */
  | { kind: 'held'; order_no: string }
  | { kind: 'refused'; reason: string }

/**
 * By FPX's server or the payer's browser: verified on its raw bytes, led by its order number to its organisation, or to
 * the platform's own place, applied and kept in one transaction there. Whatever is not believed is kept too. Throws when
 * that could not be written down, and then nothing may say OK.
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
  const message: Verified = { channel, ac, raw, fingerprint, environment, ring, actor: gateway }
  try {
    return await take(context, message)
  } catch (error) {
    // FPX's own server sends it again; a browser comes once, and what it brought is genuine.
    const held = channel === 'indirect' && isOutage(error) && services.held.hold(message)
    if (!held) throw error
    services.log.error({ order_no: ac.exchange_order_no, err: error }, 'FPX message held')
    return { kind: 'held', order_no: ac.exchange_order_no }
  }
}

async function take(context: RequestContext, came: Verified): Promise<Received> {
  const { services } = context
  const { ac, channel } = came
  // Sealed once for its row, which is written by the first of two steps or by the second.
  const message = channel === 'direct' ? { ...came, sealed: sealedMessage(came.ring, came.raw) } : came
  const order = await (channel === 'direct' ? repeatedOrder(context, message) : orderOfBrowser(context, ac))
  if (order?.repeated) return { kind: 'repeated' }
  const entity = order?.entity_id ? await context.enterById(order.entity_id) : null
  if (!order || (order.entity_id && !entity)) {
    services.log.error(
      { channel, order_no: ac.exchange_order_no, txn_id: ac.txn_id },
      'FPX message for nobody',
    )
    await context.write((trx) => storeOrphan(trx, message))
    return { kind: 'orphan' }
  }

  const applied = await context.write((trx) => applyVerified(trx, order.attempt_id, message))
  if (applied.alarm)
    services.log.error(
      { tenant: entity?.subdomain ?? null, attempt_id: applied.attempt_id, ...applied.alarm },
      'payment needs a person',
    )
  return { kind: 'applied', applied, entity: entity ?? null }
}

function repeatedOrder({ writeAtOnce }: RequestContext, { actor, ac, ...message }: Verified) {
  const { ring, channel, raw, fingerprint, sealed } = message
  const response_code = ac.debit_code.slice(0, 20)
  return writeAtOnce((trx) =>
    storeIfRepeated(trx, actor, ac.exchange_order_no, {
      ...{ ring, channel, raw, fingerprint, response_code, sealed },
    }),
  )
}

/** A browser is led to its payment's page, which is found with the attempt. */
async function orderOfBrowser({ read }: RequestContext, { exchange_order_no }: Ac) {
  const order = await orderOf(await read(), exchange_order_no)
  return order && { ...order, repeated: false }
}
