import { currentTime } from '#app/domain/core/clock.ts'
import { countUse, refuseFlood, visitorKey } from '#app/domain/core/rate-limit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { channelsOf, type ReaderChannels } from '#app/domain/messaging/opt-outs/channels.ts'
import { type MessageReader, openOptOutToken } from '#app/domain/messaging/opt-outs/opt-out.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { keysOf } from '#app/server/request/keys.ts'

/** Of one network in ten minutes. */
const wrongTokens = { points: 30, seconds: 600 }

/**
 * Whom the link in a message is about, with their channels. Refuses (not_found.opt_out) what is altered, too old, or of
 * another organisation, and who tries many of them.
 */
export async function readerOfLink(
  context: RequestContext,
  token: string | undefined,
): Promise<MessageReader & ReaderChannels> {
  if (context.site.side !== 'tenant') throw new Refusal('not_found.page')
  const reader = openOptOutToken(keysOf(context), token ?? '', currentTime())
  const found = reader && (await channelsOf(await context.read(), reader))
  if (found) return { ...reader, ...found }
  const key = visitorKey('opt_out.wrong', context.actor.ip)
  refuseFlood(await context.write((trx) => countUse(trx, key, wrongTokens)))
  throw new Refusal('not_found.opt_out')
}
