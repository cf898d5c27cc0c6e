import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { removeBranch } from '#app/domain/branches/change-branch.server.ts'
import { versionForm } from '#app/domain/fields.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'branch.remove' } satisfies Handle

export const loader = () => redirect(paths.branch.list())

export const action = (args: ActionFunctionArgs) => {
  const id = idOf(args.params, 'not_found.branch')
  return submitVerb(args, versionForm, paths.branch.view(id), async ({ trx, actor }, { version }) => {
    const name = await removeBranch(trx, actor, id, version)
    return redirectWith(paths.branch.list(), 'branch_removed', { name })
  })
}
