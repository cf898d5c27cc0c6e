import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Refusal } from '#app/domain/core/refusal.ts'
import { abandonAttempt } from '#app/domain/gateways/answers/give-up.ts'
import { cancelAttempt } from '#app/domain/gateways/chip/purchase.ts'
import { outcomeOf } from '#app/domain/payments/attempts/attempt.ts'
import { attemptByCode, publicPayment } from '#app/domain/payments/payments/payment-page.ts'
import { paths } from '#app/paths.ts'
import { gatewaysOf } from '#app/server/payments/ask-gateway.ts'
import { byPublicCode, codeOf, tenantOnly } from '#app/server/payments/public-page.ts'
import { publicVerb } from '#app/server/payments/public-verb.ts'
import { wayAgain } from '#app/server/payments/way-back.ts'
import { keysOf } from '#app/server/request/keys.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'guest' } satisfies Handle

const missing = 'not_found.payment'

export const loader = ({ params }: LoaderFunctionArgs) =>
  redirect(paths.payment.status(codeOf(params, missing)))

/** A payer who never reached the bank begins anew; a purchase of CHIP is cancelled there first, or was paid after all. */
export async function action(args: ActionFunctionArgs) {
  const { params, context } = args
  const { actor } = context
  tenantOnly(context)
  const code = codeOf(params, missing)
  const path = paths.payment.status(code)
  const { id, gateway } = await byPublicCode(context, { code, missing, path }, (db) =>
    attemptByCode(db, code),
  )
  if (gateway !== 'chip')
    return publicVerb(args, abandonAttempt, (before) => redirect(wayAgain(before, actor, code), 303))

  const { services, write, releaseConnection } = context
  const gateways = gatewaysOf(services, keysOf(context))
  const applied = await cancelAttempt({ gateways, write, releaseConnection }, actor, id)
  if (!applied) throw new Refusal('payment.not_started_only')
  const found = await write((trx) => publicPayment(trx, code))
  const over = outcomeOf(applied.state) === 'failed'
  return redirect(over && found ? wayAgain(found, actor, code) : path, 303)
}
