import { arrangementOf } from '#app/domain/arrangements/find-arrangements.server.ts'
import type { RequestContext } from '#app/server/request/context.ts'

/** What the page tells on which an arrangement is turned down or ended. */
export async function decisionPage(context: RequestContext, id: string) {
  const scope = context.scope('arrangement.approve')
  const row = await arrangementOf(await context.read(), scope, id, context.today)
  const { parent, total_sen, came_sen, requester, reason } = row
  return { id, parent, total_sen, came_sen, requester, reason }
}
export type ArrangementToDecide = Awaited<ReturnType<typeof decisionPage>>
