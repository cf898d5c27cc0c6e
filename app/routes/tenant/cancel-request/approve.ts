import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { approveForm } from '#app/domain/payments/cancel-requests/cancel-request.ts'
import { approveRequest } from '#app/domain/payments/cancel-requests/change-cancel-request.ts'
import { cancelRequest } from '#app/domain/payments/cancel-requests/find-cancel-requests.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'payment.cancel' } satisfies Handle

export const loader = () => redirect(paths.cancel_request.list())

export const action = async (args: ActionFunctionArgs) => {
  const id = idOf(args.params, 'not_found.cancel_request')
  const scope = args.context.scope('payment.cancel')
  const { kind, subject_id } = await cancelRequest(await args.context.read(), scope, id)
  const page = paths[kind].view(subject_id)
  return submitVerb(args, approveForm, page, async ({ trx, actor, today }, { effects: confirmed }) => {
    const number = await approveRequest(trx, actor, scope, id, { today, confirmed })
    return redirectWith(page, `${kind}_cancelled`, { number })
  })
}
