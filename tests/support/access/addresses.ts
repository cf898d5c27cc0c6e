import type { ServerBuild } from '@remix-run/node'
import { allowedAt } from '#app/server/api/calls.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { soaking, turnOf } from '#tests/support/run/soak.ts'
import type { Thing } from './noun.ts'
import { isNoun, type NounName } from './nouns.ts'
import type { Row } from './row.ts'
import { rows } from './rows.ts'

/** A route of the build with what it says of itself and its row; layouts have no address. */
export interface Route {
  id: string
  side: 'tenant' | 'main' | 'shared'
  pattern: string
  access: Handle['access'] | undefined
  confirm: Handle['confirm'] | undefined
  /** Open to an operator who must still set up a second factor. */
  beforeSecondFactor: boolean
  /** A call of the API: JSON, and a token in place of the cookie. */
  api: boolean
  /** How something is sent to it. */
  method: 'POST' | 'PUT'
  /** Its noun is one that the tests know. */
  row: Omit<Row, 'of'> & { of?: NounName }
  params: Record<string, string>
  hasPage: boolean
  hasLoader: boolean
  hasAction: boolean
}

const short = (id: string) => id.replace(/^routes\//, '')

/** Ids of routes that no row speaks of, and rows whose route is gone. */
export function unmatched(build: ServerBuild): string[] {
  const ids = addressed(build).map(({ id }) => short(id))
  return [
    ...ids.filter((id) => !Object.hasOwn(rows, id)),
    ...Object.keys(rows).filter((id) => !ids.includes(id)),
  ]
}

const addressed = (build: ServerBuild) =>
  Object.values(build.routes)
    .map((route) => route!)
    .filter((route) => route.id !== 'root' && (route.path || route.index))

/** Every route of a build, once for each way to fill in its parameters. */
export function routesOf(build: ServerBuild): Route[] {
  const pattern = (id: string | undefined): string => {
    const route = id === undefined ? undefined : build.routes[id]
    return route ? `${pattern(route.parentId)}${route.path ? `/${route.path}` : ''}` : ''
  }
  return addressed(build).flatMap(({ id, module }) => {
    const row = rows[short(id)]
    if (!row) return []
    const { of, ...others } = row
    if (of !== undefined && !isNoun(of)) throw new Error(`The row of ${id} is about an unknown noun: ${of}`)
    const {
      handle,
      loader,
      action,
      default: page,
    } = module as unknown as { handle?: Handle } & Record<string, unknown>
    return (row.params ?? [{}]).map((params) => ({
      id: short(id),
      side: short(id).split('/')[0] as Route['side'],
      pattern: pattern(id) || '/',
      access: handle?.access,
      confirm: handle?.confirm,
      beforeSecondFactor: handle?.beforeSecondFactor ?? false,
      api: handle?.api ?? false,
      method: allowedAt(pattern(id)) === 'PUT' ? 'PUT' : 'POST',
      row: { ...others, ...(of && { of }) },
      params,
      hasPage: page !== undefined,
      hasLoader: loader !== undefined || page !== undefined,
      hasAction: action !== undefined,
    }))
  })
}

/** Of routes that differ by the format of a file alone, whose gate is the same, one by turn; in a soak all of them. */
export function inOneFormat(routes: readonly Route[]): readonly Route[] {
  if (soaking) return routes
  const alike = Map.groupBy(routes, ({ id, params: { format, ...others } }) => JSON.stringify([id, others]))
  return [...alike].map(([key, those]) => those[turnOf(key) % those.length]!)
}

/** The address of a route about an object. */
export function addressOf({ pattern, row, params }: Route, thing?: Thing): string {
  const values: Record<string, string | undefined> = { id: thing?.id, code: thing?.code, ...params }
  const value = (name: string) => {
    const given = values[name]
    if (given === undefined) throw new Error(`${pattern}: its row does not say what ${name} is`)
    return encodeURIComponent(given)
  }
  const path = pattern
    .split('/')
    .map((part) => (part === '*' || part.startsWith(':') ? value(part.replace(/^:|\?$/g, '')) : part))
    .join('/')
  return path + (row.query ?? '').replace(/\{(\w+)\}/g, (_, name) => value(name))
}
