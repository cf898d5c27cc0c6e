import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { attemptIn } from '#app/domain/core/invoicing/payment-scope.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { askGateway } from '#app/server/payments/ask-gateway.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'payment.enquire' } satisfies Handle

export const loader = () => redirect(paths.attempt.list())

/** Staff ask FPX now what became of a payment. */
export async function action({ params, context }: ActionFunctionArgs) {
  const id = idOf(params, 'not_found.payment')
  const { order_no } = await attemptIn(await context.read(), context.scope('payment.enquire'), id)
  const applied = await askGateway(context, id)
  const said = applied ? 'attempt_enquired' : 'attempt_enquired_before'
  return redirectWith(paths.attempt.view(id), said, { order_no }, applied ? 'success' : 'notice')
}
