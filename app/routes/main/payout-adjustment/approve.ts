import { redirect } from '@remix-run/node'
import { noFields } from '#app/domain/core/fields.ts'
import { decideAdjustment } from '#app/domain/platform/payouts/adjustments.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** Another person agrees: the next payout takes it up. */
export const handle = { access: 'admin.payout.approve' } satisfies Handle

export const loader = () => redirect(paths.admin.payoutAdjustment.list())

export const action = rowVerb(
  noFields,
  'not_found.payout_adjustment',
  paths.admin.payoutAdjustment.view,
  async ({ trx, actor }, { id }) => {
    await decideAdjustment(trx, actor, id, { status: 'approved' })
    return redirectWith(paths.admin.payoutAdjustment.view(id), 'payout_adjustment_approved')
  },
)
