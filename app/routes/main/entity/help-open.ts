import { redirect } from '@remix-run/node'
import { noFields } from '#app/domain/core/fields.ts'
import { originOf } from '#app/domain/organisation/entities/origin.ts'
import { entityForOperator } from '#app/domain/platform/entities/find-entities.ts'
import { helpTicket } from '#app/domain/platform/help-visits/change-help-visit.ts'
import { environment } from '#app/environment.ts'
import { paths } from '#app/paths.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ownAccount } from '#app/server/sign-in/second-factor.ts'

/** On to the organisation's own host, by a ticket that is good once and for a minute. */
export const handle = { access: 'admin.entity.help' } satisfies Handle

/** The address of a verb is no page. */
export const loader = () => redirect(paths.admin.entity.list())

export const action = rowVerb(
  noFields,
  'not_found.help_visit',
  () => paths.admin.entity.list(),
  async ({ trx, context }, { id }) => {
    const { actor, session } = ownAccount(context)
    const { ticket, entity_id } = await helpTicket(trx, { actor, session_id: session.id }, id)
    const { subdomain } = await entityForOperator(trx, entity_id)
    return redirect(originOf({ subdomain }, environment) + paths.help.enter({ ticket }))
  },
)
