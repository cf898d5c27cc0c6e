import { redirect } from '@remix-run/node'
import { confirmDrawer } from '#app/domain/payments/drawers/change-drawer.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { versionVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** A second person has seen what is missing or too much. */
export const handle = { access: 'payment.cancel' } satisfies Handle

export const loader = () => redirect(paths.drawer.list())

export const action = versionVerb(
  'not_found.drawer',
  paths.drawer.view,
  async ({ trx, actor, context }, { id, version }) => {
    const name = await confirmDrawer(trx, actor, context.scope('payment.cancel'), id, version)
    return redirectWith(paths.drawer.view(id), 'drawer_confirmed', { name })
  },
)
