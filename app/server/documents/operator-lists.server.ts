import { exportLimit } from '#app/domain/lists/paginate.server.ts'
import { readSearch } from '#app/domain/lists/search.ts'
import { Refusal } from '#app/domain/refusal.ts'
import { operatorPrintables } from '#app/print/operator-lists.server.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { enterLogOf } from './audit-log.ts'

/**
 * An operator's list by its name in the address, with all rows that its filters leave, up to the limit of an export. Its
 * title is in the reader's language; `file` is what a file of it is called, without its ending.
 */
export async function operatorList(context: RequestContext, name: string, request: Request) {
  const { t, today } = context
  const list = Object.hasOwn(operatorPrintables, name) ? operatorPrintables[name] : undefined
  if (!list) throw new Refusal('not_found.page')
  if (!context.operatorCan(list.access)) throw new Refusal('action_not_allowed')
  const search = { ...readSearch(request, list.search), page: 1, limit: exportLimit }
  const rowsOf = async ({ rows }: Pick<typeof list, 'rows'>) => rows(await context.read(), search as never)
  const file = name.replace('/', '-')
  const { inside } = list
  const within = 'entity' in search ? search.entity : undefined
  if (inside && typeof within === 'string') {
    const { name, subdomain } = await enterLogOf(context, within)
    const title = t(inside.title, { name })
    return {
      title,
      columns: inside.columns,
      page: await rowsOf(inside),
      file: `${file}-${subdomain}-${today}`,
    }
  }
  return { title: t(list.title), columns: list.columns, page: await rowsOf(list), file: `${file}-${today}` }
}
