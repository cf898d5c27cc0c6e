import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { removeBranch } from '#app/domain/branches/commands.server.ts'
import { branchRemoveForm } from '#app/domain/branches/forms.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/answers.ts'
import { idOf } from '#app/server/params.ts'
import { submitVerb } from '#app/server/submit-verb.ts'
import type { Handle } from '#app/server/trees.ts'

export const handle = { access: 'branch.remove' } satisfies Handle

export const loader = () => redirect(paths.branch.list())

export const action = (args: ActionFunctionArgs) => {
  const id = idOf(args.params, 'not_found.branch')
  return submitVerb(args, branchRemoveForm, paths.branch.view(id), async ({ trx, actor }, { version }) => {
    const name = await removeBranch(trx, actor, id, version)
    return redirectWith(paths.branch.list(), 'branch_removed', { name })
  })
}
