import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { versionForm } from '#app/domain/fields.ts'
import { restoreParent } from '#app/domain/parents/status.server.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'parent.remove' } satisfies Handle

export const loader = () => redirect(paths.parent.removed())

export const action = (args: ActionFunctionArgs) => {
  const id = idOf(args.params, 'not_found.parent')
  return submitVerb(
    args,
    versionForm,
    paths.parent.removed(),
    async ({ trx, actor, context }, { version }) => {
      const name = await restoreParent(trx, actor, context.scope('parent.remove'), { id, version })
      return redirectWith(paths.parent.view(id), 'parent_restored', { name })
    },
  )
}
