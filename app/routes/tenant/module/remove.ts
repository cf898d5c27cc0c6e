import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { removeModule } from '#app/domain/modules/change-module.server.ts'
import { paths } from '#app/paths.ts'
import { submitRemove } from '#app/server/forms/kept-noun.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'module.remove' } satisfies Handle

export const loader = () => redirect(paths.module.list())

export const action = (args: ActionFunctionArgs) => submitRemove(args, 'module', removeModule)
