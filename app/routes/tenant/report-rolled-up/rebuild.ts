import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { z } from 'zod'
import { rebuildCollectionSums } from '#app/domain/accounting/reconciliation/collection-sums.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'month.reopen' } satisfies Handle

export const loader = () => redirect(paths.rolled_up_report.check())

export const action = (args: ActionFunctionArgs) =>
  submitVerb(args, z.object({}), paths.rolled_up_report.check(), async ({ trx, actor }) => {
    await rebuildCollectionSums(trx, actor)
    return redirectWith(paths.rolled_up_report.check({ now: 'yes' }), 'sums_recalculated')
  })
