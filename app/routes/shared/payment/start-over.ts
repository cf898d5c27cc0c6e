import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { abandonAttempt } from '#app/domain/attempts/give-up.server.ts'
import { paths } from '#app/paths.ts'
import { codeOf } from '#app/server/payments/public-page.ts'
import { publicVerb } from '#app/server/payments/public-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'guest' } satisfies Handle

export const loader = ({ params }: LoaderFunctionArgs) =>
  redirect(paths.payment.status(codeOf(params, 'not_found.payment')))

/** A payer who never reached the bank begins anew. */
export const action = (args: ActionFunctionArgs) =>
  publicVerb(args, abandonAttempt, (back, code) =>
    redirect(back ? paths.payment.submit(back) : paths.payment.status(code), 303),
  )
