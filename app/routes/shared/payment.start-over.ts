import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { databaseTime } from '#app/domain/clock.server.ts'
import { noForm } from '#app/domain/payments/forms.ts'
import { abandonAttempt } from '#app/domain/payments/give-up.server.ts'
import { publicPayment } from '#app/domain/payments/public.server.ts'
import { Refusal } from '#app/domain/refusal.ts'
import { paths } from '#app/paths.ts'
import { codeOf, tenantOnly } from '#app/server/public-page.ts'
import { submitVerb } from '#app/server/submit-verb.ts'
import type { Handle } from '#app/server/trees.ts'

export const handle = { access: 'guest' } satisfies Handle

const missing = 'not_found.payment'

export const loader = ({ params }: LoaderFunctionArgs) =>
  redirect(paths.payment.status(codeOf(params, missing)))

/** A payer who never reached the bank begins anew. */
export const action = (args: ActionFunctionArgs) => {
  tenantOnly(args.context)
  const code = codeOf(args.params, missing)
  return submitVerb(args, noForm, paths.payment.status(code), async ({ trx, actor }) => {
    const found = await publicPayment(trx, code)
    if (!found) throw new Refusal(missing)
    await abandonAttempt(trx, actor, code, await databaseTime(trx))
    return redirect(found.back ? paths.payment.submit(found.back) : paths.payment.status(code), 303)
  })
}
