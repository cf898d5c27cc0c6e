import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { setProgramStatus } from '#app/domain/programs/change-program.server.ts'
import { paths } from '#app/paths.ts'
import { submitStatus } from '#app/server/forms/kept-noun.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'program.edit' } satisfies Handle

export const loader = () => redirect(paths.program.list())

export const action = (args: ActionFunctionArgs) => submitStatus(args, 'program', setProgramStatus)
