import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { withdrawByCode } from '#app/domain/payments/transfer-slips/change-slip.ts'
import { withdrawSlipForm } from '#app/domain/payments/transfer-slips/transfer-slip.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { codeOf, tenantOnly } from '#app/server/payments/public-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** Takes a slip back that waits, for whoever has the code of its invoice. */
export const handle = { access: 'guest' } satisfies Handle

const missing = 'not_found.invoice'

export const loader = ({ params }: LoaderFunctionArgs) =>
  redirect(paths.payment.slip(codeOf(params, missing)))

export const action = (args: ActionFunctionArgs) => {
  tenantOnly(args.context)
  const code = codeOf(args.params, missing)
  return submitVerb(args, withdrawSlipForm, paths.payment.slip(code), async ({ trx, actor }, { slip }) => {
    await withdrawByCode(trx, actor, code, slip)
    return redirectWith(paths.payment.slip(code), 'transfer_slip_withdrawn')
  })
}
