import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { setModuleStatus } from '#app/domain/modules/change-module.server.ts'
import { paths } from '#app/paths.ts'
import { submitStatus } from '#app/server/forms/kept-noun.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'module.edit' } satisfies Handle

export const loader = () => redirect(paths.module.list())

export const action = (args: ActionFunctionArgs) => submitStatus(args, 'module', setModuleStatus)
