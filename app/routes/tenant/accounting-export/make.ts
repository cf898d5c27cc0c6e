import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { formatMonth } from '#app/domain/core/dates.ts'
import { exportForm } from '#app/domain/reporting/archives/accounting/account.ts'
import { exportMonth } from '#app/domain/reporting/archives/accounting/change-export.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { monthParam } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** Exports a closed month, once. */
export const handle = { access: 'month.close' } satisfies Handle

export const loader = () => redirect(paths.accounting_export.list())

export const action = (args: ActionFunctionArgs) => {
  const month = monthParam(args.params)
  const page = paths.accounting_export.view(month)
  return submitVerb(args, exportForm, page, async ({ trx, actor, context }) => {
    await exportMonth(trx, actor, month)
    return redirectWith(page, 'accounting_exported', { month: formatMonth(month, context.locale) })
  })
}
