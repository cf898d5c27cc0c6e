import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { findParentTin } from '#app/domain/einvoice/tin-checks/check-parent-tin.ts'
import { paths } from '#app/paths.ts'
import { portalToolsOf } from '#app/server/einvoice/portal-tools.ts'
import { tinVerb } from '#app/server/einvoice/tin-verb.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** Asks the tax portal for the TIN of a parent by the identity number, and enters it where there is exactly one. */
export const handle = { access: 'parent.edit' } satisfies Handle

export const loader = () => redirect(paths.parent.list())

export const action = (args: ActionFunctionArgs) =>
  tinVerb(args, async (at, { name }) => {
    const found = await findParentTin(portalToolsOf(args.context), args.context.actor, at)
    const page = paths.parent.view(at.id)
    if (found.kind === 'found') return redirectWith(page, 'parent_tin_found', { name, tin: found.tin })
    return redirectWith(page, `parent_tin_${found.kind}`, { name }, 'notice')
  })
