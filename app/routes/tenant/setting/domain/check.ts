import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { noFields } from '#app/domain/core/fields.ts'
import { checkByHand } from '#app/domain/organisation/own-domain/change-own-domain.ts'
import { paths } from '#app/paths.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { answerForm } from '#app/server/forms/submit.ts'
import { onPage } from '#app/server/forms/submit-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** Looks at the records of the domain now. */
export const handle = { access: 'domain.edit' } satisfies Handle

export const loader = () => redirect(paths.setting.domain())

export async function action(args: ActionFunctionArgs) {
  const { write, releaseConnection, actor, services } = args.context
  const { id } = tenantOf(args.context)
  const answer = await answerForm(args, noFields, async () => {
    await checkByHand({ id, actor, checker: services.domains, write, releaseConnection })
    return redirectWith(paths.setting.domain(), 'domain_verified')
  })
  services.sites.forget(id)
  return onPage(paths.setting.domain(), answer)
}
