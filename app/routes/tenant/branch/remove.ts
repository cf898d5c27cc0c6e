import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { removeBranch } from '#app/domain/branches/change-branch.server.ts'
import { paths } from '#app/paths.ts'
import { submitRemove } from '#app/server/forms/kept-noun.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'branch.remove' } satisfies Handle

export const loader = () => redirect(paths.branch.list())

export const action = (args: ActionFunctionArgs) => submitRemove(args, 'branch', removeBranch)
