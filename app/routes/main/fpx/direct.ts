import type { ActionFunctionArgs } from '@remix-run/node'
import { receiveCallback } from '#app/server/payments/fpx-callback.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'gateway' } satisfies Handle

const plain = (status: number, text: string, headers: Record<string, string> = {}) =>
  new Response(text, { status, headers: { 'content-type': 'text/plain', ...headers } })

export const loader = () => plain(405, 'POST only', { allow: 'POST' })

/**
 * The call of FPX's server about a payment, the authoritative one. `OK` says that the message is stored, also a repetition and
 * one about an unknown order. FPX repeats the call until it gets OK, so no failure may answer OK.
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
