import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { setAutoRenew } from '#app/domain/platform/subscriptions/change-subscription.ts'
import { autoRenewForm } from '#app/domain/platform/subscriptions/subscription.ts'
import { paths } from '#app/paths.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** Whether the invoice of the next year comes by itself. */
export const handle = { access: 'subscription.renew' } satisfies Handle

export const loader = () => redirect(paths.setting.subscription())

export const action = (args: ActionFunctionArgs) => {
  const page = paths.setting.subscription()
  return submitVerb(args, autoRenewForm, page, async ({ trx, actor, context }, { auto_renew, version }) => {
    await setAutoRenew(trx, actor, tenantOf(context).id, { auto_renew: auto_renew === true, version })
    return redirectWith(page, 'auto_renew_saved')
  })
}
