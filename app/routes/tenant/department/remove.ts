import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { removeDepartment } from '#app/domain/departments/change-department.server.ts'
import { versionForm } from '#app/domain/fields.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'department.remove' } satisfies Handle

export const loader = () => redirect(paths.department.list())

export const action = (args: ActionFunctionArgs) => {
  const id = idOf(args.params, 'not_found.department')
  return submitVerb(args, versionForm, paths.department.view(id), async ({ trx, actor }, { version }) => {
    const name = await removeDepartment(trx, actor, id, version)
    return redirectWith(paths.department.list(), 'department_removed', { name })
  })
}
