import { redirect } from '@remix-run/node'
import { approvePayout } from '#app/domain/platform/payouts/change-payout.ts'
import { seenForm } from '#app/domain/platform/payouts/payout.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** A second person has looked at it. */
export const handle = { access: 'admin.payout.approve' } satisfies Handle

export const loader = () => redirect(paths.admin.payout.list())

export const action = rowVerb(
  seenForm,
  'not_found.payout',
  paths.admin.payout.view,
  async ({ trx, actor, context }, at) => {
    const number = await approvePayout(trx, context.services.ring, actor, at)
    return redirectWith(paths.admin.payout.view(at.id), 'payout_approved', { number })
  },
)
