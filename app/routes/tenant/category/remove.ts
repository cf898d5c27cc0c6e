import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { removeCategory } from '#app/domain/categories/change-category.server.ts'
import { versionForm } from '#app/domain/fields.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'category.remove' } satisfies Handle

export const loader = () => redirect(paths.category.list())

export const action = (args: ActionFunctionArgs) => {
  const id = idOf(args.params, 'not_found.category')
  return submitVerb(args, versionForm, paths.category.view(id), async ({ trx, actor }, { version }) => {
    const name = await removeCategory(trx, actor, id, version)
    return redirectWith(paths.category.list(), 'category_removed', { name })
  })
}
