import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { setBranchStatus } from '#app/domain/branches/change-branch.server.ts'
import { paths } from '#app/paths.ts'
import { submitStatus } from '#app/server/forms/kept-noun.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'branch.edit' } satisfies Handle

export const loader = () => redirect(paths.branch.list())

export const action = (args: ActionFunctionArgs) => submitStatus(args, 'branch', setBranchStatus)
