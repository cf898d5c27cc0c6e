import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { giveUpApproval } from '#app/domain/attempts/give-up.server.ts'
import { databaseTime } from '#app/domain/clock.server.ts'
import { noForm } from '#app/domain/payments/payment-form.ts'
import { publicPayment } from '#app/domain/payments/public.server.ts'
import { Refusal } from '#app/domain/refusal.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { codeOf, tenantOnly } from '#app/server/payments/public-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'guest' } satisfies Handle

const missing = 'not_found.payment'

export const loader = ({ params }: LoaderFunctionArgs) =>
  redirect(paths.payment.status(codeOf(params, missing)))

/** A payer who made a mistake does not wait for the approver of a company's account. */
export const action = (args: ActionFunctionArgs) => {
  tenantOnly(args.context)
  const code = codeOf(args.params, missing)
  return submitVerb(args, noForm, paths.payment.status(code), async ({ trx, actor }) => {
    const found = await publicPayment(trx, code)
    if (!found) throw new Refusal(missing)
    await giveUpApproval(trx, actor, code, await databaseTime(trx))
    const page = found.back ? paths.invoice.status(found.back) : paths.payment.status(code)
    return redirectWith(page, 'attempt_given_up', {})
  })
}
