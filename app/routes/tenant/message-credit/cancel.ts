import { redirect } from '@remix-run/node'
import { cancelTopUp } from '#app/domain/platform/message-credits/top-up.ts'
import { paths } from '#app/paths.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { versionVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** A top-up that is not wanted any more. */
export const handle = { access: 'credit.top_up' } satisfies Handle

export const loader = () => redirect(paths.message_credit.view())

export const action = versionVerb(
  'not_found.invoice',
  (id) => paths.message_credit.topUp(id),
  async ({ trx, actor, context }, at) => {
    const { number } = await cancelTopUp(trx, actor, tenantOf(context).id, at)
    return redirectWith(paths.message_credit.view(), 'topup_cancelled', { number })
  },
)
