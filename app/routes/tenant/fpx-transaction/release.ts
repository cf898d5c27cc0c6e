import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { releaseAttempt } from '#app/domain/attempts/give-up.server.ts'
import { noFields } from '#app/domain/fields.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'payment.enquire' } satisfies Handle

export const loader = () => redirect(paths.attempt.list())

export const action = (args: ActionFunctionArgs) => {
  const id = idOf(args.params, 'not_found.payment')
  const page = paths.attempt.view(id)
  return submitVerb(args, noFields, page, async ({ trx, actor, context }) => {
    const order_no = await releaseAttempt(trx, actor, context.scope('payment.enquire'), id)
    return redirectWith(page, 'attempt_released', { order_no })
  })
}
