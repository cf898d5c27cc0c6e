import type { LoaderFunctionArgs } from '@remix-run/node'
import type { Kysely } from 'kysely'
import { trialSearch, tryDiscount } from '#app/domain/billing/discount-trials/try-discount.ts'
import { discount } from '#app/domain/catalogue/discounts/discounts.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { DB } from '#db/types.ts'

/**
 * What the rule of the address costs in the month that is asked for. What is taken away is read on the connections of
 * reports, with none for pages held meanwhile; a page shares its one with the page around it.
 */
export async function discountTrial({ params, request, context }: LoaderFunctionArgs, as: 'page' | 'taken') {
  const scope = context.scope('discount.try')
  const rule = await discount(await context.read(), scope, idOf(params, 'not_found.discount'))
  const search = trialSearch(new URL(request.url).searchParams, context.today)
  const read = (db: Kysely<DB>) => tryDiscount(db, scope, rule, search.month)
  if (as === 'taken') await context.releaseConnection()
  const trial = as === 'taken' ? await context.report(read) : await read(await context.read())
  const { id, name, code, type, by_income, status, students: given, valid_from, valid_to } = rule
  return {
    rule: { id, name, code, type, by_income, status, given, valid_from, valid_to },
    ...search,
    trial,
    scope,
  }
}
