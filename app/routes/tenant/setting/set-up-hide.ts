import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { noFields } from '#app/domain/core/fields.ts'
import { hideSetUp } from '#app/domain/organisation/set-up/checklist.ts'
import { paths } from '#app/paths.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** Hides the set-up checklist of the dashboard. */
export const handle = { access: 'entity.edit' } satisfies Handle

export const loader = () => redirect(paths.dashboard())

export const action = (args: ActionFunctionArgs) =>
  submitVerb(args, noFields, paths.dashboard(), async ({ trx, actor, context }) => {
    await hideSetUp(trx, actor, tenantOf(context).id)
    return redirectWith(paths.dashboard(), 'set_up_hidden')
  })
