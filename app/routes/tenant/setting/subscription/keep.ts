import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { keepPackage } from '#app/domain/platform/subscriptions/free/go-down.ts'
import { keepForm } from '#app/domain/platform/subscriptions/subscription-form.ts'
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
  return submitVerb(args, keepForm, page, async ({ trx, actor, context }, { version }) => {
    await keepPackage(trx, actor, tenantOf(context).id, version)
    return redirectWith(page, 'package_kept')
  })
}
