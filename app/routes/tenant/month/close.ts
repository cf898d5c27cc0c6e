import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { closeMonth } from '#app/domain/accounting/months/change-month.ts'
import { closeForm } from '#app/domain/accounting/months/month.ts'
import { formatMonth } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { monthParam } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'month.close' } satisfies Handle

export const loader = () => redirect(paths.month.list())

export const action = (args: ActionFunctionArgs) => {
  const name = monthParam(args.params)
  const page = paths.month.view(name)
  return submitVerb(args, closeForm, page, async ({ trx, actor, context, today }) => {
    await closeMonth(trx, actor, name, today)
    return redirectWith(page, 'month_closed', { month: formatMonth(name, context.locale) })
  })
}
