import { redirect } from '@remix-run/node'
import { allowDomain } from '#app/domain/organisation/own-domain/change-own-domain.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { versionVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** Lets an organisation prove its domain anew. */
export const handle = { access: 'admin.entity.edit' } satisfies Handle

/** The address of a verb is no page. */
export const loader = () => redirect(paths.admin.entity.list())

export const action = versionVerb('not_found.entity', paths.admin.entity.view, async ({ trx, actor }, at) => {
  await allowDomain(trx, actor, at)
  return redirectWith(paths.admin.entity.view(at.id), 'domain_allowed')
})
