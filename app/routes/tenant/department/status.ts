import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { setDepartmentStatus } from '#app/domain/departments/change-department.server.ts'
import { departmentStatusForm } from '#app/domain/departments/department-form.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

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
