import type { RowScope } from '#app/domain/actor.ts'
import { exportLimit } from '#app/domain/lists/paginate.server.ts'
import { readSearch } from '#app/domain/lists/search.ts'
import { Refusal } from '#app/domain/refusal.ts'
import { type Printable, printables } from '#app/print/lists.server.ts'
import type { RequestContext } from '#app/server/request/context.ts'

/** A list that can be printed, by its name in the address, and the rows of it that the reader may see. */
export function printableOf(
  context: RequestContext,
  name: string | undefined,
): { list: Printable; scope: RowScope } {
  const list = name && Object.hasOwn(printables, name) ? printables[name] : undefined
  if (!list) throw new Refusal('not_found.page')
  return { list, scope: context.scope(list.access) }
}

/** All rows of a list that its filters and the reader's scope leave, up to the limit of an export. */
export async function allRows(
  context: RequestContext,
  { list, scope }: ReturnType<typeof printableOf>,
  request: Request,
) {
  const search = { ...readSearch(request, list.search), page: 1, limit: exportLimit }
  return list.rows(await context.read(), scope, search as never)
}
