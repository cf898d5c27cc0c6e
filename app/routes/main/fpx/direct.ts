import type { ActionFunctionArgs } from '@remix-run/node'
import { receiveCallback } from '#app/server/payments/fpx-callback.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'gateway' } satisfies Handle

const plain = (status: number, text: string, headers: Record<string, string> = {}) =>
  new Response(text, { status, headers: { 'content-type': 'text/plain', ...headers } })

export const loader = () => plain(405, 'POST only', { allow: 'POST' })

/**
 * FPX's own call about a payment, the one that counts. `OK` says that it is written down, also for a duplicate and for
 * an order that is not ours; FPX repeats the call until it hears that. So whatever goes wrong here must not say it.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  try {
    const received = await receiveCallback(context, 'direct', request)
    return received.kind === 'refused' ? plain(400, 'NOT VERIFIED') : plain(200, 'OK')
  } catch (error) {
    context.services.log.error({ requestId: context.requestId, err: error }, 'FPX message not taken')
    return plain(503, 'TRY AGAIN', { 'retry-after': '10' })
  }
}
