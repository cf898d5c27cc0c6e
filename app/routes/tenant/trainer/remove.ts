import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { versionForm } from '#app/domain/fields.ts'
import { removeTrainer } from '#app/domain/trainers/status.server.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'trainer.remove' } satisfies Handle

export const loader = () => redirect(paths.trainer.list())

export const action = (args: ActionFunctionArgs) => {
  const id = idOf(args.params, 'not_found.trainer')
  return submitVerb(
    args,
    versionForm,
    paths.trainer.view(id),
    async ({ trx, actor, context }, { version }) => {
      const name = await removeTrainer(trx, actor, context.scope('trainer.remove'), id, version)
      return redirectWith(paths.trainer.list(), 'staff_removed', { name })
    },
  )
}
