import { redirect } from '@remix-run/node'
import { releasePayout } from '#app/domain/platform/payouts/change-payout.ts'
import { seenForm } from '#app/domain/platform/payouts/payout.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** Somebody has looked into why it waits: it goes on as a draft. */
export const handle = { access: 'admin.payout.create' } satisfies Handle

export const loader = () => redirect(paths.admin.payout.list())

export const action = rowVerb(
  seenForm,
  'not_found.payout',
  paths.admin.payout.view,
  async ({ trx, actor, context }, at) => {
    const number = await releasePayout(trx, context.services.ring, actor, at)
    return redirectWith(paths.admin.payout.view(at.id), 'payout_released', { number })
  },
)
