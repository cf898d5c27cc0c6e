import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { releasePayout } from '#app/domain/platform/payouts/change-payout.ts'
import { seenForm } from '#app/domain/platform/payouts/payout.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** Somebody has looked into why it waits: it goes on as a draft. */
export const handle = { access: 'admin.payout.create' } satisfies Handle

export const loader = () => redirect(paths.admin.payout.list())

export const action = (args: ActionFunctionArgs) => {
  const id = idOf(args.params, 'not_found.payout')
  const page = paths.admin.payout.view(id)
  return submitVerb(args, seenForm, page, async ({ trx, actor, context }, { version }) => {
    const number = await releasePayout(trx, context.services.ring, actor, { id, version })
    return redirectWith(page, 'payout_released', { number })
  })
}
