import type { LoaderFunctionArgs } from '@remix-run/node'
import { creditRefund } from '#app/domain/payments/credit-refunds/find-credit-refunds.ts'
import { idOf } from '#app/server/routing/params.ts'

/** What the page tells on which a refund is turned down or called off. */
export async function refundToDecline({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.credit_refund')
  const row = await creditRefund(await context.read(), context.scope('credit_refund.approve'), id)
  const { parent, amount_sen, payee_name, requester, reason } = row
  return { id, parent, amount_sen, payee_name, requester, reason }
}
export type RefundToDecline = Awaited<ReturnType<typeof refundToDecline>>
