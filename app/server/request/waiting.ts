import { countEach, countToDos, operatorToDos, toDos } from '#app/domain/reporting/dashboards/to-do.ts'
import { paths } from '#app/paths.ts'
import { isOutage } from '#app/server/http/outage.ts'
import { operatorReaderOf } from '#app/server/lists/list-page.ts'
import { countedAs } from './cached-counts.ts'
import type { RequestContext } from './context.ts'

/** A kind of work that waits for this reader: where, and how much of it. */
export interface Waiting {
  key: string
  count: number
  /** Address of the whole list, as it stands in the menu. */
  list: string
  /** The list, narrowed to what waits. */
  href: string
}

/** What waits for who is signed in at an organisation; nothing for who may do none of it. */
export async function waitingFor(context: RequestContext): Promise<Waiting[]> {
  const { site, services, today, actor, can } = context
  if (site.side !== 'tenant' || context.profile !== 'user') return []
  const mine = toDos.filter(({ permission, view }) => can(permission) && can(view))
  if (mine.length === 0) return []
  const asked = mine.map((toDo) => ({
    toDo,
    reader: { scope: context.scope(toDo.view), roles: actor.roles, today },
  }))
  const reach = JSON.stringify([
    today,
    asked.map(({ toDo, reader: { scope } }) => [
      toDo.key,
      scope.scope,
      scope.scope === 'all' ? null : [scope.branch_ids, scope.user_id],
    ]),
  ])
  const counts = await services.waiting.of(countedAs(site), reach, async () =>
    countToDos(await context.read(), asked),
  )
  return told(counts, mine, ({ key, list, search }) => ({
    ...{ key, list: paths.listed(list, '') },
    href: paths.listed(list, String(new URLSearchParams(search))),
  }))
}

/** What waits for an operator. Who looks at an organisation's own log is at its place, where nothing of it is. */
async function waitingForOperator(context: RequestContext): Promise<Waiting[]> {
  const { site, services, entered, operatorCan } = context
  if (site.side !== 'main' || context.profile !== 'operator' || entered) return []
  const mine = operatorToDos.filter(({ permission, view }) => operatorCan(permission) && operatorCan(view))
  if (mine.length === 0) return []
  const reader = operatorReaderOf(context)
  const counts = await services.waiting.of(
    countedAs(site),
    JSON.stringify(mine.map(({ key }) => key)),
    async () => {
      const db = await context.read()
      return countEach(
        db,
        mine.map(({ key, rows }) => ({ key, rows: rows(db, reader) })),
      )
    },
  )
  const { listed, dashboard } = paths.admin
  return told(counts, mine, ({ key, list }) => ({
    key,
    list: list ? listed(list.name, '') : dashboard(),
    href: list ? listed(list.name, String(new URLSearchParams(list.search))) : dashboard(),
  }))
}

function told<ToDo extends { key: string }>(
  counts: Record<string, number>,
  toDos: readonly ToDo[],
  storedVisitor: (toDo: ToDo) => Omit<Waiting, 'count'>,
): Waiting[] {
  return toDos.flatMap((toDo) => {
    const count = counts[toDo.key] ?? 0
    return count > 0 ? [{ ...storedVisitor(toDo), count }] : []
  })
}

/** The same for the menu, which no page goes without because it could not be counted. */
export async function waitingInMenu(context: RequestContext): Promise<Waiting[]> {
  try {
    return await (context.site.side === 'main' ? waitingForOperator(context) : waitingFor(context))
  } catch (error) {
    if (!isOutage(error)) context.services.log.error({ err: error }, 'what waits could not be counted')
    return []
  }
}
