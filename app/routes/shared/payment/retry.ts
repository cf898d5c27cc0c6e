import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { databaseTime } from '#app/domain/core/clock.ts'
import { outcomeOf } from '#app/domain/payments/attempts/attempt.ts'
import { attemptByCode, paymentPage } from '#app/domain/payments/payments/payment-page.ts'
import { paths } from '#app/paths.ts'
import { askGateway } from '#app/server/payments/ask-gateway.ts'
import { byPublicCode, codeOf, tenantOnly } from '#app/server/payments/public-page.ts'
import { wayAgain } from '#app/server/payments/way-back.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'guest' } satisfies Handle

const missing = 'not_found.payment'

export const loader = ({ params }: LoaderFunctionArgs) =>
  redirect(paths.payment.status(codeOf(params, missing)))

/** Before somebody pays again, FPX is asked once more about the payment that failed: it may have gone through after all. */
export async function action({ params, context }: ActionFunctionArgs) {
  tenantOnly(context)
  const code = codeOf(params, missing)
  const path = paths.payment.status(code)
  const about = { code, missing, path } as const
  const { id, state } = await byPublicCode(context, about, (db) => attemptByCode(db, code))
  const applied = await askGateway(context, id)
  const outcome = outcomeOf(applied?.state ?? state)
  if (outcome !== 'failed' && outcome !== 'expired') return redirect(path, 303)
  const page = await byPublicCode(context, about, async (db) => paymentPage(db, code, await databaseTime(db)))
  if (page.gift) return redirect(paths[page.gift.kind].pay(page.gift.type_code, page.model ?? undefined), 303)
  return redirect(wayAgain(page, context.actor, code, page.model), 303)
}
