import { countToDos, toDos } from '#app/domain/dashboard/to-do.server.ts'
import { paths } from '#app/paths.ts'
import { isOutage } from '#app/server/http/outage.ts'
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
  const counts = await services.waiting.of(site.entity.id, reach, async () =>
    countToDos(await context.read(), asked),
  )
  return mine
    .map(({ key, list, search }) => ({
      ...{ key, count: counts[key] ?? 0, list: paths.listed(list, '') },
      href: paths.listed(list, String(new URLSearchParams(search))),
    }))
    .filter(({ count }) => count > 0)
}

/** The same for the menu, which no page goes without because it could not be counted. */
export async function waitingInMenu(context: RequestContext): Promise<Waiting[]> {
  try {
    return await waitingFor(context)
  } catch (error) {
    if (!isOutage(error)) context.services.log.error({ err: error }, 'what waits could not be counted')
    return []
  }
}
