import { countEach, countToDos, operatorToDos, toDos } from '#app/domain/reporting/dashboards/to-do.ts'
import { paths } from '#app/paths.ts'
import { isOutage } from '#app/server/http/outage.ts'
import { operatorReaderOf } from '#app/server/lists/list-page.ts'
import type { RequestContext } from './context.ts'
import { countCacheKey } from './to-do-count-cache.ts'

/** A kind of work that this reader has to do: how much of it, and where. */
export interface ToDoCount {
  key: string
  count: number
  /** Address of the whole list, as in the menu. */
  list: string
  /** The list, filtered to this work. */
  href: string
}

/** The to-dos of a person who is signed in at an organisation; none for who may do none of it. */
export async function toDoCountsFor(context: RequestContext): Promise<ToDoCount[]> {
  const { site, services, today, actor, can } = context
  if (site.side !== 'tenant' || context.profile !== 'user') return []
  const mine = toDos.filter(({ permission, view }) => can(permission) && can(view))
  if (mine.length === 0) return []
  const asked = mine.map((toDo) => ({
    toDo,
    reader: { scope: context.scope(toDo.view), roles: actor.roles, today },
  }))
  const scope = JSON.stringify([
    today,
    asked.map(({ toDo, reader: { scope } }) => [
      toDo.key,
      scope.scope,
      scope.scope === 'all' ? null : [scope.branch_ids, scope.user_id],
      toDo.byPerson ? scope.user_id : null,
    ]),
  ])
  const counts = await services.toDoCounts.of(countCacheKey(site), scope, async () =>
    countToDos(await context.read(), asked),
  )
  return withAddresses(counts, mine, ({ key, list, search }) => ({
    ...{ key, list: paths.listed(list, '') },
    href: paths.listed(list, String(new URLSearchParams(search))),
  }))
}

/** The to-dos of an operator; none while the request works in the tables of an organisation, which has no such to-dos. */
async function toDoCountsForOperator(context: RequestContext): Promise<ToDoCount[]> {
  const { site, services, inOtherTenant, operatorCan } = context
  if (site.side !== 'main' || context.profile !== 'operator' || inOtherTenant) return []
  const mine = operatorToDos.filter(({ permission, view }) => operatorCan(permission) && operatorCan(view))
  if (mine.length === 0) return []
  const reader = operatorReaderOf(context)
  const counts = await services.toDoCounts.of(
    countCacheKey(site),
    JSON.stringify(mine.map(({ key }) => key)),
    async () => {
      const db = await context.read()
      return countEach(
        db,
        mine.map(({ key, rows }) => ({ key, rows: rows(db, reader) })),
      )
    },
  )
  const { listed } = paths.admin
  return withAddresses(counts, mine, ({ key, list }) => ({
    key,
    list: listed(list.name, ''),
    href: listed(list.name, String(new URLSearchParams(list.search))),
  }))
}

function withAddresses<ToDo extends { key: string }>(
  counts: Record<string, number>,
  toDos: readonly ToDo[],
  addressesOf: (toDo: ToDo) => Omit<ToDoCount, 'count'>,
): ToDoCount[] {
  return toDos.flatMap((toDo) => {
    const count = counts[toDo.key] ?? 0
    return count > 0 ? [{ ...addressesOf(toDo), count }] : []
  })
}

/** The same for the menu, without failing: no page may be lost because its menu could not be counted. */
export async function toDoCountsForMenu(context: RequestContext): Promise<ToDoCount[]> {
  try {
    return await (context.site.side === 'main' ? toDoCountsForOperator(context) : toDoCountsFor(context))
  } catch (error) {
    if (!isOutage(error)) context.services.log.error({ err: error }, 'to-dos could not be counted')
    return []
  }
}
