import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { withdrawApplication } from '#app/domain/applications/family-side.server.ts'
import { applicationCode } from '#app/domain/applications/find-application.server.ts'
import { noFields } from '#app/domain/fields.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** A signed-in parent takes their own application back. */
export const handle = { access: 'application.withdraw' } satisfies Handle

export const loader = () => redirect(paths.application.list())

export function action(args: ActionFunctionArgs) {
  const id = idOf(args.params, 'not_found.application')
  const page = paths.application.view(id)
  return submitVerb(args, noFields, page, async ({ trx, actor, context }) => {
    const public_code = await applicationCode(trx, context.scope('application.withdraw'), id)
    const number = await withdrawApplication(trx, actor, { public_code })
    return redirectWith(page, 'application_withdrawn', { number })
  })
}
