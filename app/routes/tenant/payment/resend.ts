import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { resendForm } from '#app/domain/payments/payment-form.ts'
import { resendReceipt } from '#app/domain/payments/resend.server.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'payment.record' } satisfies Handle

export const loader = () => redirect(paths.payment.list())

export const action = (args: ActionFunctionArgs) => {
  const id = idOf(args.params, 'not_found.payment')
  const page = paths.payment.view(id)
  return submitVerb(args, resendForm, page, async ({ trx, actor, context }) => {
    const email = await resendReceipt(trx, actor, context.scope('payment.record'), id)
    return redirectWith(page, 'receipt_resent', { email })
  })
}
