import { redirect } from '@remix-run/node'
import { noFields } from '#app/domain/core/fields.ts'
import { endHelp } from '#app/domain/platform/help-visits/change-help-visit.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** Ends a visit at once, and without a proof first. */
export const handle = { access: 'support.end' } satisfies Handle

/** The address of a verb is no page; who comes by a link is led to the visits. */
export const loader = () => redirect(paths.setting.help())

export const action = rowVerb(
  noFields,
  'not_found.help_visit',
  () => paths.setting.help(),
  async ({ trx, actor }, { id }) => {
    const { name } = await endHelp(trx, actor, id)
    return redirectWith(paths.setting.help(), 'help_ended', { name })
  },
)
