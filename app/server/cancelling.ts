import type { RowScope } from '#app/domain/actor.ts'
import type { Kind } from '#app/domain/cancel-requests/cancel-request.ts'
import { latestRequest } from '#app/domain/cancel-requests/queries.server.ts'
import { isOwnEntry, isOwnRequest } from '#app/domain/four-eyes.ts'
import type { RequestContext } from './context.ts'

/** What a reader reaches when it comes to cancelling: as who decides, or else as who may ask for it. */
export function cancelScope(context: RequestContext, kind: Kind): RowScope {
  return context.scope(context.can(`${kind}.cancel`) ? `${kind}.cancel` : `${kind}.request_cancel`)
}

/** Who entered a payment; of an invoice it does not matter. */
type Entry = { created_by: string | null; received_by: string | null } | null

/** The reader may cancel this without asking anybody. */
export function mayCancelAlone(context: RequestContext, kind: Kind, entry: Entry): boolean {
  return context.can(`${kind}.cancel`) && !(entry && isOwnEntry(context.actor, entry))
}

/** How the cancelling of an invoice or a payment stands, as the reader's page shows it: who asked, and what they may do. */
export async function cancelStanding(context: RequestContext, kind: Kind, id: string, entry: Entry) {
  const alone = mayCancelAlone(context, kind, entry)
  const may = {
    alone,
    ask: !alone && (context.can(`${kind}.cancel`) || context.can(`${kind}.request_cancel`)),
  }
  if (!alone && !may.ask) return { ...may, open: false, request: null }
  const request = await latestRequest(await context.read(), kind, id)
  if (request?.state !== 'open' && request?.state !== 'rejected')
    return { ...may, open: false, request: null }
  const isOwn = isOwnRequest(context.actor, request)
  const open = request.state === 'open'
  return { ...may, open, request: { ...request, kind, isOwn, mayDecide: open && alone && !isOwn } }
}
