import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { attemptByCode } from '#app/domain/payments/payments/payment-page.ts'
import { paths } from '#app/paths.ts'
import { askForPayer } from '#app/server/payments/ask-gateway.ts'
import { byPublicCode, codeOf, tenantOnly } from '#app/server/payments/public-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'guest' } satisfies Handle

const missing = 'not_found.payment'

export const loader = ({ params }: LoaderFunctionArgs) =>
  redirect(paths.payment.status(codeOf(params, missing)))

/** A payer asks the bank now. Asked too soon, the page simply shows what is known. */
export async function action({ params, context }: ActionFunctionArgs) {
  tenantOnly(context)
  const code = codeOf(params, missing)
  const path = paths.payment.status(code)
  const { id } = await byPublicCode(context, { code, missing, path }, (db) => attemptByCode(db, code))
  await askForPayer(context, id)
  return redirect(path, 303)
}
