import { redirect } from '@remix-run/node'
import { noFields } from '#app/domain/core/fields.ts'
import { acceptPayoutDay } from '#app/domain/platform/payouts/payout-day.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'admin.payout.create' } satisfies Handle

/** The address of a verb is no page; who comes by a link is led to the organisations. */
export const loader = () => redirect(paths.admin.entity.list())

export const action = rowVerb(
  noFields,
  'not_found.payout_day',
  () => paths.admin.entity.list(),
  async ({ trx, actor }, { id }) => {
    const { entity_id, entity } = await acceptPayoutDay(trx, actor, id)
    return redirectWith(paths.admin.entity.view(entity_id), 'payout_day_confirmed', { name: entity })
  },
)
