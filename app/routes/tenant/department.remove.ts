import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { removeDepartment } from '#app/domain/departments/commands.server.ts'
import { departmentRemoveForm } from '#app/domain/departments/forms.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/answers.ts'
import { idOf } from '#app/server/params.ts'
import { submitVerb } from '#app/server/submit-verb.ts'
import type { Handle } from '#app/server/trees.ts'

export const handle = { access: 'department.remove' } satisfies Handle

export const loader = () => redirect(paths.department.list())

export const action = (args: ActionFunctionArgs) => {
  const id = idOf(args.params, 'not_found.department')
  return submitVerb(
    args,
    departmentRemoveForm,
    paths.department.view(id),
    async ({ trx, actor }, { version }) => {
      const name = await removeDepartment(trx, actor, id, version)
      return redirectWith(paths.department.list(), 'department_removed', { name })
    },
  )
}
