import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { versionForm } from '#app/domain/core/fields.ts'
import { cancelOwnInvoice } from '#app/domain/platform/subscriptions/change-subscription.ts'
import { paths } from '#app/paths.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** An invoice of the platform that is not wanted any more, so that another one can be asked for. */
export const handle = { access: 'subscription.renew' } satisfies Handle

export const loader = () => redirect(paths.setting.subscription())

export const action = (args: ActionFunctionArgs) => {
  const page = paths.setting.subscription()
  return submitVerb(args, versionForm, page, async ({ trx, actor, context }, { version }) => {
    const id = idOf(args.params, 'not_found.invoice')
    const { number } = await cancelOwnInvoice(trx, actor, tenantOf(context).id, { id, version })
    return redirectWith(page, 'platform_invoice_cancelled', { number })
  })
}
