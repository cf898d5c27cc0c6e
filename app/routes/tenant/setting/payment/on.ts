import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { z } from 'zod'
import { turnOnFpx } from '#app/domain/catalogue/payment-options/payment-options.ts'
import { onlinePayment } from '#app/domain/organisation/set-up/online-payment.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { formOf } from '#app/server/forms/form-data.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** The one button that lets families pay online. */
export const handle = { access: 'payment_option.edit' } satisfies Handle

export const loader = () => redirect(paths.setting.payment())

/** `from`: the page whose button was pressed. */
const turnOnForm = z.object({ from: z.enum(['dashboard', 'setting']).optional() })

export async function action(args: ActionFunctionArgs) {
  const form = await formOf(args.request)
  const page = form.get('from') === 'dashboard' ? paths.dashboard() : paths.setting.payment()
  return submitVerb(args, turnOnForm, page, async ({ trx, actor }) => {
    await turnOnFpx(trx, actor)
    const { state } = await onlinePayment(trx)
    return redirectWith(page, state === 'on' ? 'online_payment_on' : 'online_payment_on_later')
  })
}
