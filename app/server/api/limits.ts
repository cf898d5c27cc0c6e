import { countUse, visitorKey } from '#app/domain/core/rate-limit.ts'
import type { RequestContext } from '#app/server/request/context.ts'

/** Of one token; of one address of the network, where there is no token. */
const callsPerMinute = { read: 600, write: 60 } as const

/** The headers tell how many calls are left; `allowed` is false for the one too many. */
export async function countCall(context: RequestContext, method: string) {
  const { session, actor } = context
  const kind = method === 'GET' ? 'read' : 'write'
  const who =
    session?.kind === 'user' || session?.kind === 'operator' ? session.id : visitorKey('guest', actor.ip)
  const points = callsPerMinute[kind]
  const used = await context.write((trx) => countUse(trx, `api.${kind}:${who}`, { points, seconds: 60 }))
  const headers = {
    'ratelimit-limit': String(points),
    'ratelimit-remaining': String(used.left),
    'ratelimit-reset': String(used.resetsIn),
  }
  return { allowed: used.allowed, headers, resetsIn: used.resetsIn }
}
