import type { LoaderFunctionArgs } from '@remix-run/node'
import { arrangementOf } from '#app/domain/billing/arrangements/find-arrangements.ts'
import { idOf } from '#app/server/routing/params.ts'

/** What the page tells on which an arrangement is turned down or ended. */
export async function arrangementToDecline({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.arrangement')
  const scope = context.scope('arrangement.approve')
  const row = await arrangementOf(await context.read(), scope, id, context.today)
  const { parent, total_sen, came_sen, requester, reason } = row
  return { id, parent, total_sen, came_sen, requester, reason }
}
export type ArrangementToDecline = Awaited<ReturnType<typeof arrangementToDecline>>
