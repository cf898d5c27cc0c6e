import { redirect } from '@remix-run/node'
import { statusForm } from '#app/domain/core/fields.ts'
import { setTrainerStatus } from '#app/domain/people/trainers/change-trainer.ts'
import { paths } from '#app/paths.ts'
import { redirectWith, switchedFlash } from '#app/server/forms/answers.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import { keysOf } from '#app/server/request/keys.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** Deactivating is the lesser way of removing, and asks for the same right: many may edit a trainer who may not do it. */
export const handle = { access: 'trainer.remove' } satisfies Handle

export const loader = () => redirect(paths.trainer.list())

export const action = rowVerb(
  statusForm,
  'not_found.trainer',
  paths.trainer.view,
  async ({ trx, actor, context }, { id, ...input }) => {
    const scope = context.scope('trainer.remove')
    const name = await setTrainerStatus(trx, actor, scope, keysOf(context), id, input)
    return redirectWith(paths.trainer.view(id), switchedFlash('staff', input.status), { name })
  },
)
