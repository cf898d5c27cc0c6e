import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { setCategoryStatus } from '#app/domain/categories/change-category.server.ts'
import { paths } from '#app/paths.ts'
import { submitStatus } from '#app/server/forms/kept-noun.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'category.edit' } satisfies Handle

export const loader = () => redirect(paths.category.list())

export const action = (args: ActionFunctionArgs) => submitStatus(args, 'category', setCategoryStatus)
