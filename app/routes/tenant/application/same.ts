import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { sameForm } from '#app/domain/applications/deciding/decide-form.ts'
import { sameAsOnFile } from '#app/domain/applications/deciding/similar.server.ts'
import { paths } from '#app/paths.ts'
import { childAt, decidingScope } from '#app/server/applications/deciding.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** The child is the one on file: approval gives that one the seats. */
export const handle = {
  access: { any: ['application.approve', 'application.approve_if_set'] },
} satisfies Handle

export const loader = () => redirect(paths.application.list())

export function action(args: ActionFunctionArgs) {
  const page = paths.application.child(idOf(args.params, 'not_found.application'))
  return submitVerb(args, sameForm, page, async ({ trx, actor, context }, { student_id, version }) => {
    const scope = await decidingScope(context, trx)
    const which = { ...(await childAt(context, trx, scope, args.params)), version }
    const name = await sameAsOnFile(trx, actor, scope, keysOf(context), which, student_id)
    return redirectWith(page, 'application_linked', { name })
  })
}
