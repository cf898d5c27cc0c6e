import { redirect } from '@remix-run/node'
import { cancelOwnInvoice } from '#app/domain/platform/platform-invoices/change-platform-invoice.ts'
import { paths } from '#app/paths.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { versionVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** An invoice of the platform that is not wanted any more, so that another one can be asked for. */
export const handle = { access: 'subscription.renew' } satisfies Handle

export const loader = () => redirect(paths.setting.subscription())

export const action = versionVerb(
  'not_found.invoice',
  () => paths.setting.subscription(),
  async ({ trx, actor, context }, at) => {
    const { number } = await cancelOwnInvoice(trx, actor, tenantOf(context).id, at)
    return redirectWith(paths.setting.subscription(), 'platform_invoice_cancelled', { number })
  },
)
