import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { versionForm } from '#app/domain/core/fields.ts'
import { allowDomain } from '#app/domain/organisation/own-domain/change-own-domain.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** Lets an organisation prove its domain anew. */
export const handle = { access: 'admin.entity.edit' } satisfies Handle

/** The address of a verb is no page. */
export const loader = () => redirect(paths.admin.entity.list())

export const action = (args: ActionFunctionArgs) => {
  const id = idOf(args.params, 'not_found.entity')
  const page = paths.admin.entity.view(id)
  return submitVerb(args, versionForm, page, async ({ trx, actor }, { version }) => {
    await allowDomain(trx, actor, { id, version })
    return redirectWith(page, 'domain_allowed')
  })
}
