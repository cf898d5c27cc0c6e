import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { removeDepartment } from '#app/domain/departments/change-department.server.ts'
import { paths } from '#app/paths.ts'
import { submitRemove } from '#app/server/forms/kept-noun.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'department.remove' } satisfies Handle

export const loader = () => redirect(paths.department.list())

export const action = (args: ActionFunctionArgs) => submitRemove(args, 'department', removeDepartment)
