import type { LoaderFunctionArgs } from '@remix-run/node'
import { recordNumberShown } from '#app/domain/giving/donations/giver-identity.ts'
import { paths } from '#app/paths.ts'
import { givePaper } from '#app/server/documents/public-paper.ts'
import { publicReceipt } from '#app/server/payments/public-receipt.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'guest' } satisfies Handle

/** The PDF of a receipt by its public code. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const receipt = await publicReceipt(context, params, paths.payment.receiptFile)
  return givePaper(context, receipt, async () => {
    if (receipt.audience !== 'family') return
    const scope = context.scope('payment.print')
    await context.write((trx) => recordNumberShown(trx, context.actor, scope, receipt.id))
  })
}
