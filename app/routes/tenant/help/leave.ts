import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { leaveHelp } from '#app/domain/platform/help-visits/change-help-visit.ts'
import { paths } from '#app/paths.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import { helperCookie } from '#app/server/http/cookies.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'guest', helper: true } satisfies Handle

/** A link changes nothing; leaving is a form. */
export const loader = () => redirect(paths.home())

/** The visitor's own way out, back to where they came from; for anybody else there is nothing to leave. */
export async function action({ context }: ActionFunctionArgs) {
  const { session, services, actor } = context
  if (session?.kind !== 'helper') return redirect(paths.home())
  await context.write((trx) => leaveHelp(trx, actor, session.id))
  const page = services.sites.main.origin + paths.admin.entity.view(tenantOf(context).id)
  return redirect(page, { headers: { 'set-cookie': await helperCookie.end() } })
}
