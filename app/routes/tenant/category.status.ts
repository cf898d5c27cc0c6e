import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { setCategoryStatus } from '#app/domain/categories/commands.server.ts'
import { categoryStatusForm } from '#app/domain/categories/forms.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/answers.ts'
import { idOf } from '#app/server/params.ts'
import { submitVerb } from '#app/server/submit-verb.ts'
import type { Handle } from '#app/server/trees.ts'

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
