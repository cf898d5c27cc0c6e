import { redirect } from '@remix-run/node'
import { noFields } from '#app/domain/core/fields.ts'
import { withdrawHelpCode } from '#app/domain/platform/help-visits/change-help-visit.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** Without a proof first: whoever wants to say no must not be kept waiting. */
export const handle = { access: 'support.end' } satisfies Handle

/** The address of a verb is no page; who comes by a link is led to the codes. */
export const loader = () => redirect(paths.setting.help())

export const action = rowVerb(
  noFields,
  'not_found.help_code',
  () => paths.setting.help(),
  async ({ trx, actor }, { id }) => {
    await withdrawHelpCode(trx, actor, id)
    return redirectWith(paths.setting.help(), 'help_code_withdrawn')
  },
)
