import { redirect } from '@remix-run/node'
import { noFields } from '#app/domain/core/fields.ts'
import { withdrawPayoutDay } from '#app/domain/platform/payouts/payout-day.ts'
import { paths } from '#app/paths.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'bank.edit', confirm: 'change' } satisfies Handle

/** The address of a verb is no page; who comes by a link is led to where the day stands. */
export const loader = () => redirect(paths.setting.bank())

export const action = rowVerb(
  noFields,
  'not_found.payout_day',
  () => paths.setting.bank(),
  async ({ trx, actor, context }, { id }) => {
    await withdrawPayoutDay(trx, actor, tenantOf(context).id, id)
    return redirectWith(paths.setting.bank(), 'payout_day_withdrawn')
  },
)
