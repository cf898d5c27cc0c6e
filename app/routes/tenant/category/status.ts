import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { categoryStatusForm } from '#app/domain/categories/category-form.ts'
import { setCategoryStatus } from '#app/domain/categories/change-category.server.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'category.edit' } satisfies Handle

export const loader = () => redirect(paths.category.list())

export const action = (args: ActionFunctionArgs) => {
  const id = idOf(args.params, 'not_found.category')
  return submitVerb(
    args,
    categoryStatusForm,
    paths.category.view(id),
    async ({ trx, actor }, { status, version }) => {
      const name = await setCategoryStatus(trx, actor, id, version, status)
      return redirectWith(
        paths.category.view(id),
        status === 'active' ? 'category_activated' : 'category_deactivated',
        { name },
      )
    },
  )
}
