import type { Transaction } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import { isOwnEntry, isOwnRequest } from '#app/domain/core/four-eyes/four-eyes.ts'
import { digestOf, hasChanged, type UndoPlan } from '#app/domain/core/undo/undo-plan.ts'
import type { Kind } from '#app/domain/payments/cancel-requests/cancel-request.ts'
import {
  cancelNow,
  effectsOf,
  requestCancel,
  type Subject,
} from '#app/domain/payments/cancel-requests/change-cancel-request.ts'
import { latestRequest } from '#app/domain/payments/cancel-requests/find-cancel-requests.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { firstScope } from '#app/server/request/first-scope.ts'
import type { DB } from '#db/types.ts'

/** The reach of who decides, or else of who may ask for it. */
export function cancelScope(context: RequestContext, kind: Kind): RowScope {
  return firstScope(context, `${kind}.cancel`, `${kind}.request_cancel`)
}

/** Who entered a payment; null for an invoice, where it does not matter. */
type Entry = { created_by: string | null; received_by: string | null } | null

export function mayCancelAlone(context: RequestContext, kind: Kind, entry: Entry): boolean {
  return context.can(`${kind}.cancel`) && !(entry && isOwnEntry(context.actor, entry))
}

/** Cancels what the reader may cancel alone, and else asks for it; back to its page. */
export async function cancelOrAsk(
  trx: Transaction<DB>,
  context: RequestContext,
  subject: Subject,
  entry: Entry,
  {
    reason,
    bill_again = false,
    effects: confirmed,
  }: { reason: string; bill_again?: boolean; effects?: string | undefined },
): Promise<Response> {
  const { actor, today } = context
  const { kind, id } = subject
  const scope = cancelScope(context, kind)
  const page = paths[kind].view(id)
  if (mayCancelAlone(context, kind, entry)) {
    const number = await cancelNow(trx, actor, scope, subject, { reason, bill_again, today, confirmed })
    return redirectWith(page, `${kind}_cancelled`, { number })
  }
  const number = await requestCancel(trx, actor, scope, subject, { reason, bill_again, today })
  return redirectWith(page, 'cancel_requested', { number })
}

/** What the page shows before anybody confirms, and by which the confirmation is compared. */
export interface ShownPlan extends UndoPlan {
  digest: string
}

export const shownPlan = ({ effects, blockers }: UndoPlan): ShownPlan => ({
  ...{ effects, blockers },
  digest: digestOf({ effects }),
})

/** What cancelling an invoice or a payment does, for the reader. */
export async function cancelPlan(context: RequestContext, kind: Kind, id: string): Promise<ShownPlan> {
  const db = await context.read()
  return shownPlan(await effectsOf(db, cancelScope(context, kind), { kind, id }, context.today))
}

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
  const plan = open ? await cancelPlan(context, kind, id) : null
  const { effects, ...shown } = request
  const isOther = plan !== null && effects !== null && hasChanged(plan, digestOf({ effects }))
  const mayDecide = open && alone && !isOwn
  return { ...may, open, request: { ...shown, kind, isOwn, mayDecide, plan, hasChanged: isOther } }
}
