import { redirect } from '@remix-run/node'
import { removeLayoutForm } from '#app/domain/platform/payouts/bank-file.ts'
import { removeLayout } from '#app/domain/platform/payouts/export-payouts.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** A bank wants its file in another way, or is gone; files that were made keep their layout. */
export const handle = { access: 'admin.payout.create' } satisfies Handle

export const loader = () => redirect(paths.admin.payoutLayout.list())

export const action = rowVerb(
  removeLayoutForm,
  'not_found.payout_layout',
  () => paths.admin.payoutLayout.list(),
  async ({ trx, actor }, { id, seen }) => {
    const name = await removeLayout(trx, actor, { id, seen })
    return redirectWith(paths.admin.payoutLayout.list(), 'payout_layout_removed', { name })
  },
)
