import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { setDepartmentStatus } from '#app/domain/departments/change-department.server.ts'
import { paths } from '#app/paths.ts'
import { submitStatus } from '#app/server/forms/kept-noun.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'department.edit' } satisfies Handle

export const loader = () => redirect(paths.department.list())

export const action = (args: ActionFunctionArgs) => submitStatus(args, 'department', setDepartmentStatus)
