import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { asGuest } from '#app/domain/core/actor.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { setChannels } from '#app/domain/messaging/opt-outs/channels.ts'
import { paths } from '#app/paths.ts'
import { formOf } from '#app/server/forms/form-data.ts'
import { readerOfLink } from '#app/server/messages/opt-out-link.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** Where mail programs unsubscribe by themselves: one POST with the field of RFC 8058, without a cookie. E-mail alone is left. */
export const handle = { access: 'guest' } satisfies Handle

/** Somebody who opens it chooses on the page; only a POST changes anything. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  await readerOfLink(context, params.token)
  return redirect(paths.optOut.view(params.token!))
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const reader = await readerOfLink(context, params.token)
  const form = await formOf(request)
  if (form.get('List-Unsubscribe') !== 'One-Click') throw new Refusal('input.invalid')
  await context.write((trx) => setChannels(trx, asGuest(context.actor), [reader], { email: false }, 'link'))
  return new Response(null, { status: 204 })
}
