import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { versionForm } from '#app/domain/core/fields.ts'
import { removeDomain } from '#app/domain/organisation/own-domain/change-own-domain.ts'
import { paths } from '#app/paths.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** Forgets the organisation's own domain. */
export const handle = { access: 'domain.remove' } satisfies Handle

export const loader = () => redirect(paths.setting.domain())

export async function action(args: ActionFunctionArgs) {
  const { site, services } = args.context
  const { id } = tenantOf(args.context)
  const own = site.side === 'tenant' && site.host === site.entity.custom_domain
  // Who asks for it at the domain itself is led to where the organisation still is.
  const page = paths.setting.domain()
  const answer = await submitVerb(args, versionForm, page, async ({ trx, actor, context }, { version }) => {
    await removeDomain(trx, actor, { id, version })
    return redirectWith(
      own ? services.sites.ofEntity(tenantOf(context)).origin + page : page,
      'domain_removed',
    )
  })
  services.sites.forget(id)
  return answer
}
