import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { paths } from '#app/paths.ts'
import { receiveCallback } from '#app/server/payments/fpx-callback.ts'
import { waitingToken } from '#app/server/payments/waiting-token.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'gateway' } satisfies Handle

/** Somebody who opens the address by hand. */
export const loader = () => redirect(paths.payment.returned(), 303)

/**
 * The payer's browser, sent back by FPX with the same message that its server sends. It comes from another site, so it
 * brings no session and needs none: the signature is the proof, and the page it is led to has a code of its own. A
 * message that is not believed leads to a page that tells nothing about anybody's payment.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  try {
    const received = await receiveCallback(context, 'indirect', request)
    if (received.kind === 'held')
      return redirect(paths.payment.waiting(waitingToken(context.services.ring, received.order_no)), 303)
    if (received.kind !== 'applied') return redirect(paths.payment.returned(), 303)
    const { entity, applied } = received
    if (!entity) return redirect(paths.billing.status(applied.code), 303)
    return redirect(context.services.sites.ofEntity(entity).origin + paths.payment.status(applied.code), 303)
  } catch (error) {
    context.services.log.error({ requestId: context.requestId, err: error }, 'FPX message not taken')
    return redirect(paths.payment.returned(), 303)
  }
}
