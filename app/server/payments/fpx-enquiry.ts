import type { Applied } from '#app/domain/attempts/apply-answer.server.ts'
import { enquireAttempt } from '#app/domain/attempts/enquire.server.ts'
import type { RequestContext } from '#app/server/request/context.ts'

/** Milliseconds until the page goes on without FPX's answer. */
const patience = 5_000

/**
 * Because a person wants to know, at most once a minute for each attempt; undefined when it was asked about just
 * before. Works in the organisation's place and holds no connection while FPX thinks.
 */
export async function askFpx(context: RequestContext, attempt_id: string): Promise<Applied | undefined> {
  const { services, actor } = context
  const applied = await enquireAttempt(
    { config: await services.fpx.config(), write: context.write, rest: context.rest, timeoutMs: patience },
    actor,
    attempt_id,
    'asked',
  )
  if (applied?.alarm) services.log.error({ attempt_id, ...applied.alarm }, 'payment needs a person')
  return applied
}
