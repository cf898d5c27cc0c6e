import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { branchStatusForm } from '#app/domain/branches/branch-form.ts'
import { setBranchStatus } from '#app/domain/branches/change-branch.server.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'branch.edit' } satisfies Handle

export const loader = () => redirect(paths.branch.list())

export const action = (args: ActionFunctionArgs) => {
  const id = idOf(args.params, 'not_found.branch')
  return submitVerb(
    args,
    branchStatusForm,
    paths.branch.view(id),
    async ({ trx, actor }, { status, version }) => {
      const name = await setBranchStatus(trx, actor, id, version, status)
      return redirectWith(
        paths.branch.view(id),
        status === 'active' ? 'branch_activated' : 'branch_deactivated',
        { name },
      )
    },
  )
}
