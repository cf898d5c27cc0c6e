import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { cancelDowngrade } from '#app/domain/platform/subscriptions/change-subscription.ts'
import { cancelDowngradeForm } from '#app/domain/platform/subscriptions/subscription.ts'
import { paths } from '#app/paths.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** The package that is held stays, although a free one was chosen to follow it. */
export const handle = { access: 'subscription.renew' } satisfies Handle

export const loader = () => redirect(paths.setting.subscription())

export const action = (args: ActionFunctionArgs) => {
  const page = paths.setting.subscription()
  return submitVerb(args, cancelDowngradeForm, page, async ({ trx, actor, context }, { version }) => {
    await cancelDowngrade(trx, actor, tenantOf(context).id, version)
    return redirectWith(page, 'package_kept')
  })
}
