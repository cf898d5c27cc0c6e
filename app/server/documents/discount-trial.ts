import type { LoaderFunctionArgs } from '@remix-run/node'
import { discount } from '#app/domain/discounts/find-discounts.server.ts'
import { trialSearch } from '#app/domain/discounts/trial.ts'
import { tryDiscount } from '#app/domain/discounts/try-discount.server.ts'
import { idOf } from '#app/server/routing/params.ts'

/** What the rule of the address costs in the month that is asked for; read on the connections of reports. */
export async function discountTrial({ params, request, context }: LoaderFunctionArgs) {
  const scope = context.scope('discount.try')
  const rule = await discount(await context.read(), scope, idOf(params, 'not_found.discount'))
  const search = trialSearch(new URL(request.url).searchParams, context.today)
  const trial = await context.report((db) => tryDiscount(db, scope, rule, search.month))
  const { id, name, code, type, status, students: given, valid_from, valid_to } = rule
  return { rule: { id, name, code, type, status, given, valid_from, valid_to }, ...search, trial, scope }
}
