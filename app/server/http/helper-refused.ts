import { statusOf } from '#app/domain/core/refusal.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { helperPosts } from '#app/server/routing/helper-gate.ts'
import { plainPage } from './plain-pages.ts'

/** Whatever an operator sends who is there to look is answered here, before any route: there is one thing to send, to leave. */
export function refusedToHelper(context: RequestContext): Response | undefined {
  if (context.profile !== 'helper' || !context.isSubmission || helperPosts(context.path)) return undefined
  const code = 'help_visit.only_looks'
  return plainPage({ ...context, status: statusOf(code), code })
}
