import { redirect } from '@remix-run/node'
import { removeTrainer } from '#app/domain/people/trainers/change-trainer.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { versionVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'trainer.remove' } satisfies Handle

export const loader = () => redirect(paths.trainer.list())

export const action = versionVerb(
  'not_found.trainer',
  paths.trainer.view,
  async ({ trx, actor, context }, { id, version }) => {
    const name = await removeTrainer(trx, actor, context.scope('trainer.remove'), id, version)
    return redirectWith(paths.trainer.list(), 'staff_removed', { name })
  },
)
