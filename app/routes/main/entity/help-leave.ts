import { redirect } from '@remix-run/node'
import { noFields } from '#app/domain/core/fields.ts'
import { leaveFromPlatform } from '#app/domain/platform/help-visits/change-help-visit.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ownAccount } from '#app/server/sign-in/second-factor.ts'

export const handle = { access: 'admin.entity.help' } satisfies Handle

/** The address of a verb is no page. */
export const loader = () => redirect(paths.admin.entity.list())

/** Ends one's own visit from where it began. */
export const action = rowVerb(
  noFields,
  'not_found.help_visit',
  () => paths.admin.entity.list(),
  async ({ trx, context }, { id }) => {
    const { actor, session } = ownAccount(context)
    const { entity_id } = await leaveFromPlatform(trx, { actor, session_id: session.id }, id)
    return redirectWith(paths.admin.entity.view(entity_id), 'help_left')
  },
)
