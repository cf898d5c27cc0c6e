import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { Refusal } from '#app/domain/core/refusal.ts'
import { checkParentTin } from '#app/domain/einvoice/tin-checks/check-parent-tin.ts'
import { paths } from '#app/paths.ts'
import { portalToolsOf } from '#app/server/einvoice/portal-tools.ts'
import { tinVerb } from '#app/server/einvoice/tin-verb.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** Asks the tax portal once more whether a parent's TIN and identity number belong together. */
export const handle = { access: 'parent.edit' } satisfies Handle

export const loader = () => redirect(paths.parent.list())

export const action = (args: ActionFunctionArgs) =>
  tinVerb(args, async ({ id }, { name }) => {
    const { kind } = await checkParentTin(portalToolsOf(args.context), id, { again: true })
    if (kind === 'nothing') throw new Refusal('action_not_allowed')
    if (kind === 'unanswered') throw new Refusal('einvoice.tin_failed')
    if (kind === 'mismatch')
      return redirectWith(paths.parent.view(id), 'parent_tin_mismatch', { name }, 'notice')
    return redirectWith(paths.parent.view(id), 'parent_tin_matches', { name })
  })
