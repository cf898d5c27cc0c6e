import { redirect } from '@remix-run/node'
import { noFields } from '#app/domain/core/fields.ts'
import { releaseAttempt } from '#app/domain/gateways/answers/give-up.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'payment.enquire' } satisfies Handle

export const loader = () => redirect(paths.attempt.list())

export const action = rowVerb(
  noFields,
  'not_found.payment',
  paths.attempt.view,
  async ({ trx, actor, context }, { id }) => {
    const order_no = await releaseAttempt(trx, actor, context.scope('payment.enquire'), id)
    return redirectWith(paths.attempt.view(id), 'attempt_released', { order_no })
  },
)
