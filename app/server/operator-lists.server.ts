import { exportLimit } from '#app/domain/paginate.server.ts'
import { Refusal } from '#app/domain/refusal.ts'
import { readSearch } from '#app/domain/search.ts'
import { operatorPrintables } from '#app/print/operator-lists.server.ts'
import type { RequestContext } from './context.ts'

/** An operator's list by its name in the address, with all rows that its filters leave, up to the limit of an export. */
export async function operatorList(context: RequestContext, name: string | undefined, request: Request) {
  const list = name && Object.hasOwn(operatorPrintables, name) ? operatorPrintables[name] : undefined
  if (!list) throw new Refusal('not_found.page')
  if (!context.operatorCan(list.access)) throw new Refusal('action_not_allowed')
  const search = { ...readSearch(request, list.search), page: 1, limit: exportLimit }
  return {
    title: list.title,
    columns: list.columns,
    page: await list.rows(await context.read(), search as never),
  }
}
