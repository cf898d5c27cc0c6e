import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { noFields } from '#app/domain/core/fields.ts'
import { withdrawRequest } from '#app/domain/payments/cancel-requests/change-cancel-request.ts'
import { cancelRequest } from '#app/domain/payments/cancel-requests/find-cancel-requests.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { cancelScope } from '#app/server/payments/cancelling.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: { any: ['payment.cancel', 'payment.request_cancel'] } } satisfies Handle

export const loader = () => redirect(paths.payment.list())

export const action = async (args: ActionFunctionArgs) => {
  const id = idOf(args.params, 'not_found.cancel_request')
  const scope = cancelScope(args.context, 'payment')
  const { kind, subject_id } = await cancelRequest(await args.context.read(), scope, id)
  const page = paths[kind].view(subject_id)
  return submitVerb(args, noFields, page, async ({ trx, actor }) => {
    const number = await withdrawRequest(trx, actor, scope, id)
    return redirectWith(page, 'cancel_withdrawn', { number })
  })
}
