import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { removeCategory } from '#app/domain/categories/commands.server.ts'
import { categoryRemoveForm } from '#app/domain/categories/forms.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/answers.ts'
import { idOf } from '#app/server/params.ts'
import { submitVerb } from '#app/server/submit-verb.ts'
import type { Handle } from '#app/server/trees.ts'

export const handle = { access: 'category.remove' } satisfies Handle

export const loader = () => redirect(paths.category.list())

export const action = (args: ActionFunctionArgs) => {
  const id = idOf(args.params, 'not_found.category')
  return submitVerb(
    args,
    categoryRemoveForm,
    paths.category.view(id),
    async ({ trx, actor }, { version }) => {
      const name = await removeCategory(trx, actor, id, version)
      return redirectWith(paths.category.list(), 'category_removed', { name })
    },
  )
}
