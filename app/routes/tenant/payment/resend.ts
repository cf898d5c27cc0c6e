import { redirect } from '@remix-run/node'
import { resendForm } from '#app/domain/payments/payments/payment.ts'
import { resendReceipt } from '#app/domain/payments/payments/receipt.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'payment.record' } satisfies Handle

export const loader = () => redirect(paths.payment.list())

export const action = rowVerb(
  resendForm,
  'not_found.payment',
  paths.payment.view,
  async ({ trx, actor, context }, { id }) => {
    const email = await resendReceipt(trx, actor, context.scope('payment.record'), id)
    return redirectWith(paths.payment.view(id), 'receipt_resent', { email })
  },
)
