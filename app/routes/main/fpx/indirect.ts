import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { paths } from '#app/paths.ts'
import { receiveCallback } from '#app/server/payments/fpx-callback.ts'
import { waitingToken } from '#app/server/payments/waiting-token.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'gateway' } satisfies Handle

/** For a person who opens the address by hand. */
export const loader = () => redirect(paths.payment.returned(), 303)

/**
 * The payer's browser, sent back by FPX with the same message that FPX's server sends. It comes from another site, so there is
 * no session, and none is needed: the signature is the proof, and the page that it leads to has a public code. A message that
 * does not verify leads to a page that says nothing about any payment.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  try {
    const received = await receiveCallback(context, 'indirect', request)
    if (received.kind === 'unsaved')
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
