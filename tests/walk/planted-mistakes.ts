import type { AppLoadContext, ServerBuild } from '@remix-run/node'
import { grants, type Permission } from '#app/domain/core/access/access.ts'
import type { OperatorPermission } from '#app/domain/core/access/operator-access.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import type { Route } from '#tests/support/access/addresses.ts'
import { nounOf } from '#tests/support/access/nouns.ts'

type Args = { context: AppLoadContext }
type Work = (args: Args) => unknown
type Module = { handle?: Handle; loader?: Work; action?: Work }

/**
 * A mistake of a programmer: everybody gets in, who gets in reaches every row, or an operator does who must still set
 * up a second factor.
 */
export type Mistake = 'gate open' | 'scope dropped' | 'second factor not demanded'

const nobody = '0198f000-0000-7000-8000-000000000000'

/** What the pages of a route with this mistake would be given to work with. */
const loosened: Record<Mistake, (context: AppLoadContext) => AppLoadContext> = {
  'gate open': (context) => ({
    ...context,
    can: () => true,
    operatorCan: () => true,
    scope: () => everything(context, { branch_ids: [], parent_id: null }),
  }),
  'scope dropped': (context) => ({
    ...context,
    scope: (permission) => everything(context, context.scope(permission)),
  }),
  'second factor not demanded': (context) => context,
}

const everything = ({ actor }: AppLoadContext, scope: Omit<RowScope, 'scope' | 'user_id'>): RowScope => ({
  ...scope,
  scope: 'all',
  user_id: actor.id ?? nobody,
})

/** The mistakes that could be made in a route: what is open to everybody anyway cannot be opened. */
export function mistakesOf({ access, row, side, beforeSecondFactor }: Route): Mistake[] {
  if (access === 'guest' || access === 'gateway' || row.absent) return []
  const demands = side === 'main' && !beforeSecondFactor && !row.needsFactor
  return [
    ...(row.ownWall ? [] : ofAccess({ access, row })),
    ...(demands ? (['second factor not demanded'] as const) : []),
  ]
}

function ofAccess({ access, row }: Pick<Route, 'access' | 'row'>): Mistake[] {
  const noun = row.of && nounOf(row.of)
  const byPlace = noun && !noun.platform && ['branch', 'place'].includes(noun.reach ?? 'branch')
  const isScoped = byPlace && isNarrow(row.reach ?? row.needs?.({}) ?? access)
  return isScoped ? ['gate open', 'scope dropped'] : ['gate open']
}

/** Somebody has the permission for some of the rows only; where all who have it reach all, nothing can be dropped. */
function isNarrow(access: Route['access'] | OperatorPermission): boolean {
  const named =
    typeof access !== 'object' ? [access] : 'any' in access ? access.any : [access.view, access.change]
  return named.some((one) => Object.values(grants[one as Permission] ?? {}).some((scope) => scope !== 'all'))
}

/** What the mistake makes of what the route, and what it is inside of, declare. */
const openings: Partial<Record<Mistake, object>> = {
  'gate open': { access: 'guest' },
  'second factor not demanded': { beforeSecondFactor: true },
}

/** The build with one mistake in each of these routes, as if somebody had made it in all of them. */
export function withMistakes(build: ServerBuild, holed: readonly Route[], mistake: Mistake): ServerBuild {
  const routes = { ...build.routes }
  const put = (id: string, change: (module: Module) => Module) => {
    const route: NonNullable<ServerBuild['routes'][string]> = routes[id]!
    const module = change(route.module as unknown as Module)
    routes[id] = { ...route, module: module as unknown as typeof route.module }
  }
  const opened = (module: Module): Module =>
    openings[mistake] ? { ...module, handle: { ...module.handle, ...openings[mistake] } as Handle } : module
  const inside = new Set<string>()
  for (const whole of new Set(holed.map(({ id }) => `routes/${id}`))) {
    put(whole, (module) => opened({ ...module, ...mistaken(module, mistake) }))
    for (let at = routes[whole]!.parentId; at && at !== 'root'; at = routes[at]!.parentId) inside.add(at)
  }
  for (const id of inside) put(id, opened)
  return { ...build, routes }
}

function mistaken({ loader, action }: Module, mistake: Mistake): Module {
  const loose =
    (work: Work): Work =>
    (args) =>
      work({ ...args, context: loosened[mistake](args.context) })
  return { ...(loader ? { loader: loose(loader) } : {}), ...(action ? { action: loose(action) } : {}) }
}
