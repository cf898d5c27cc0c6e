import { countUse, visitorKey } from '#app/domain/core/rate-limit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import type { Applied } from '#app/domain/gateways/answers/apply-answer.ts'
import { enquireAttempt } from '#app/domain/gateways/answers/enquire.ts'
import type { Gateways } from '#app/domain/payments/attempts/gateway-client.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { keysOf } from '#app/server/request/keys.ts'
import type { Services } from '#app/server/request/services.ts'

/** Milliseconds until the page goes on without an answer. */
const patience = 5_000

/** To the gateways of one organisation. */
export function gatewaysOf({ fpx, chipUrl: url }: Pick<Services, 'fpx' | 'chipUrl'>, keys: Keys): Gateways {
  return { fpx: fpx.config, chip: { keys, url } }
}

/**
 * Because a person wants to know, at most once a minute for each attempt; undefined when it was asked about just
 * before. Works in the organisation's place and holds no connection while the gateway thinks.
 */
export async function askGateway(context: RequestContext, attempt_id: string): Promise<Applied | undefined> {
  const { services, actor, write, releaseConnection } = context
  const gateways = gatewaysOf(services, keysOf(context))
  const tools = { gateways, write, rest: releaseConnection, timeoutMs: patience }
  const applied = await enquireAttempt(tools, actor, attempt_id, 'asked')
  if (applied?.alarm) services.log.error({ attempt_id, ...applied.alarm }, 'payment needs a person')
  return applied
}

/** Of one network in ten minutes. */
const perVisitor = { points: 20, seconds: 600 }

/** The same for somebody without an account; refuses (too_many_requests) who asks about many. */
export async function askForPayer(context: RequestContext, attempt_id: string): Promise<void> {
  const key = visitorKey('payment.check', context.actor.ip)
  const { allowed } = await context.write((trx) => countUse(trx, key, perVisitor))
  if (!allowed) throw new Refusal('too_many_requests')
  await askGateway(context, attempt_id)
}
