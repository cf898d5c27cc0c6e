import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { attemptByCode } from '#app/domain/payments/payments/payment-page.ts'
import { paths } from '#app/paths.ts'
import { askGateway } from '#app/server/payments/ask-gateway.ts'
import { codeOf, tenantOnly } from '#app/server/payments/public-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'guest' } satisfies Handle

/**
 * The payer's browser, back from CHIP, whatever became of the purchase: the address proves nothing, so CHIP is asked, at
 * most once a minute, and the page says how it stands.
 */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  tenantOnly(context)
  const code = codeOf(params, 'not_found.payment')
  const attempt = await attemptByCode(await context.read(), code)
  if (attempt?.gateway === 'chip' && request.method !== 'HEAD') await askGateway(context, attempt.id)
  return redirect(paths.payment.status(code), 303)
}
