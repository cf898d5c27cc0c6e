import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { setDepartmentStatus } from '#app/domain/departments/commands.server.ts'
import { departmentStatusForm } from '#app/domain/departments/forms.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/answers.ts'
import { idOf } from '#app/server/params.ts'
import { submitVerb } from '#app/server/submit-verb.ts'
import type { Handle } from '#app/server/trees.ts'

export const handle = { access: 'department.edit' } satisfies Handle

export const loader = () => redirect(paths.department.list())

export const action = (args: ActionFunctionArgs) => {
  const id = idOf(args.params, 'not_found.department')
  return submitVerb(
    args,
    departmentStatusForm,
    paths.department.view(id),
    async ({ trx, actor }, { status, version }) => {
      const name = await setDepartmentStatus(trx, actor, id, version, status)
      return redirectWith(
        paths.department.view(id),
        status === 'active' ? 'department_activated' : 'department_deactivated',
        { name },
      )
    },
  )
}
