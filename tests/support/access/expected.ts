import { grants, type Permission, type Role, type Scope } from '#app/domain/core/access/access.ts'
import { type OperatorPermission, operatorGrants } from '#app/domain/core/access/operator-access.ts'
import { allowedAt } from '#app/server/api/calls.ts'
import type { Route } from './addresses.ts'
import { type Relation, reaches } from './noun.ts'
import { nounOf } from './nouns.ts'
import type { Person } from './people.ts'

/**
 * What may come of a request. `proceeds` is any answer that the route itself gives: a page, a redirect of its own, a
 * form that is told what is wrong with it.
 */
export type Outcome =
  | 'proceeds'
  | 'refused'
  | 'asked to confirm'
  | 'to set up a second factor'
  | 'missing'
  | 'to sign in'
  | 'turned away'
  | 'no such method'
  | 'broken'

/** How a request is made: `opens` and `heads` look; `sends nothing` and `sends a form` post; `data` asks for a page's data. */
export const ways = ['opens', 'heads', 'data', 'sends nothing', 'sends a form', 'PUT', 'DELETE'] as const
export type Way = (typeof ways)[number]

export const looks = (way: Way) => way === 'opens' || way === 'heads' || way === 'data'

const methods: Record<Way, string> = {
  opens: 'GET',
  heads: 'HEAD',
  data: 'GET',
  'sends nothing': 'POST',
  'sends a form': 'POST',
  PUT: 'PUT',
  DELETE: 'DELETE',
}

/** The method of a way to ask; a call of the API may take what is sent by another than a page. */
export const methodOf = ({ method }: Route, way: Way) => (methods[way] === 'POST' ? method : methods[way])

const operatorOnly = (access: Route['access']) =>
  typeof access === 'string' && (access === 'operator' || access in operatorGrants)

/** What the declared access, the permission table and the rules on rows say must come of a request. */
export function expected(route: Route, person: Person, way: Way, relation: Relation | undefined): Outcome {
  const { row, side } = route
  if (route.api) return expectedOfCall(route, person, way)
  if (way === 'PUT' || way === 'DELETE') return 'no such method'
  if (side !== 'shared' && side !== person.side) {
    // Either side has a page there.
    if (route.pattern === '/register') return looks(way) ? 'proceeds' : 'no such method'
    // Only the address counts: what the other side has is led home or to sign in.
    const home = person.side === 'tenant' && (route.pattern === '/' || route.pattern.startsWith('/admin'))
    return home ? 'turned away' : 'to sign in'
  }
  if (looks(way) ? !route.hasLoader || row.postsOnly : !route.hasAction) return 'no such method'
  const before = atTheGate(route, person, way)
  if (lacksFactor(route, person, way, before)) return 'to set up a second factor'
  if (before !== 'proceeds') return before
  if (asksFirst(route, person, way)) return 'asked to confirm'
  if (row.needsFactor && looks(way)) return 'to set up a second factor'
  if (route.id === 'shared/not-found' || row.absent) return 'missing'
  if (person.side === 'main' && (row.tenantOnly === 'always' || (row.tenantOnly && !looks(way))))
    return 'missing'
  if (!row.of || relation === undefined) return 'proceeds'
  if (looks(way) && row.leadsOn) {
    // the address must still be one; an id is not even looked at
    return route.pattern.includes(':code') && relation === 'malformed' ? 'missing' : 'proceeds'
  }
  return found(route, person, way, relation) ? 'proceeds' : 'missing'
}

/** A call is one only on its own kind of host; the gate comes before anything that is said of methods. */
function expectedOfCall(route: Route, person: Person, way: Way): Outcome {
  const { row, side, pattern } = route
  if (side !== 'shared' && side !== person.side) return 'missing'
  if (!(looks(way) ? route.hasLoader : route.hasAction)) return 'no such method'
  const before = atTheGate(route, person, way)
  if (before !== 'proceeds') return before
  if (row.absent) return 'missing'
  const method = methodOf(route, way)
  const isIts = (allowedAt(pattern) ?? 'GET') === (method === 'HEAD' ? 'GET' : method)
  return isIts ? 'proceeds' : 'no such method'
}

/**
 * Who must still set up a second factor gets to nothing else that needs a session. What the route declares comes first,
 * what it asks for itself comes after; and a page is inside of a frame, which leads there before the page can refuse.
 */
function lacksFactor(
  { access, beforeSecondFactor, hasPage }: Route,
  { bare }: Person,
  way: Way,
  before: Outcome,
) {
  if (!bare || beforeSecondFactor || access === 'guest' || access === 'gateway') return false
  if (before === 'turned away' || before === 'to sign in') return false
  const declared = access !== 'operator' && access !== 'signed-in'
  return before !== 'refused' || !declared || (hasPage && looks(way))
}

/** "Confirm it is you" comes before anything is looked for. */
const asksFirst = ({ confirm }: Route, { stale }: Person, way: Way) =>
  stale === true && (confirm === 'view' || (confirm === 'change' && !looks(way)))

function atTheGate({ access, row, params }: Route, person: Person, way: Way): Outcome {
  if (access === undefined) return 'refused'
  if (access === 'guest' || access === 'gateway') return 'proceeds'
  if (operatorOnly(access)) {
    if (person.profile === 'user') return 'turned away'
    if (person.profile !== 'operator') return 'to sign in'
    const needed = access === 'operator' ? row.needs?.(params) : access
    if (needed && !operatorHolds(person, needed as OperatorPermission)) return row.lacking ?? 'refused'
    return 'proceeds'
  }
  if (person.profile === 'none' || person.profile === 'nobody') return 'to sign in'
  if (access === 'signed-in') {
    const needed = row.needs?.(params)
    return needed && !widest(person.roles, [needed as Permission]) ? (row.lacking ?? 'refused') : 'proceeds'
  }
  if (person.profile === 'operator') return 'turned away'
  const isHeld = (some: readonly Permission[]) => widest(person.roles, some) !== undefined
  return isHeld(permissionsOf(access, way)) && (!row.reach || isHeld([row.reach])) ? 'proceeds' : 'refused'
}

const operatorHolds = ({ operator }: Person, permission: OperatorPermission) =>
  operator !== undefined && (operatorGrants[permission] as readonly string[]).includes(operator)

/** The permissions of which one is enough. */
function permissionsOf(access: NonNullable<Route['access']>, way: Way): readonly Permission[] {
  if (typeof access === 'string') return [access as Permission]
  return 'any' in access ? access.any : [access[looks(way) ? 'view' : 'change']]
}

function widest(held: readonly Role[], permissions: readonly Permission[]): Scope | undefined {
  const given = permissions.flatMap((permission) =>
    held.map((role) => (grants[permission] as Partial<Record<Role, Scope>>)[role]),
  )
  return (['all', 'branch', 'class', 'own'] as const).find((scope) => given.includes(scope))
}

/** The route finds the object: the reader's scope reaches it, or its public code opens it to everybody. */
function found({ access, row, params }: Route, person: Person, way: Way, relation: Relation): boolean {
  const noun = nounOf(row.of!)
  if (access === 'guest') {
    // on the main host a code leads to the organisation that it belongs to
    if (person.side === 'main') return relation !== 'unknown' && relation !== 'malformed'
    return ['own', 'near', 'far'].includes(relation)
  }
  if (noun.platform) {
    if (row.allWith && !operatorHolds(person, row.allWith)) return false
    return noun.reach === 'personal' ? relation === 'own' : relation !== 'unknown' && relation !== 'malformed'
  }
  const needed = row.reach ?? row.needs?.(params)
  const named = needed ? [needed as Permission] : permissionsOf(access!, way)
  const scope = access === 'signed-in' && !needed ? 'own' : widest(person.roles, named)
  if (scope === 'own' && noun.keeper && person.roles.join() !== noun.keeper) return false
  return scope !== undefined && reaches(noun, scope, relation)
}

/** An answer whose body was read. */
type Answered = Pick<Response, 'status' | 'headers'> & { body: string }

/** What came of a request. */
export function outcomeOf(answer: Answered, way: Way, route: Route): Outcome {
  const { status, body } = answer
  if (route.api) return outcomeOfCall(answer, way, route)
  if (status >= 500 || status === 429) return 'broken'
  if (status === 405) return 'no such method'
  if (status === 403) {
    const asks = route.confirm && body.includes('name="kept_form"')
    return asks ? 'asked to confirm' : 'refused'
  }
  if (status === 404) return 'missing'
  const to = locationOf(answer, way)
  if (to === undefined || route.row.goes?.test(to)) return 'proceeds'
  if (/^\/(admin\/)?confirm\?/.test(to)) return 'asked to confirm'
  if (to === '/admin/second-factor') return 'to set up a second factor'
  if (/^\/(admin\/)?login(\?|$)/.test(to)) return 'to sign in'
  return /^\/((admin\/)?dashboard)?$/.test(to) ? 'turned away' : 'proceeds'
}

/** A call answers JSON, whatever comes of it, and says what it wants: a token, another method, other rights. */
function outcomeOfCall({ status, headers, body }: Answered, way: Way, { access }: Route): Outcome {
  if (status >= 500 || status === 429 || !headers.get('content-type')?.startsWith('application/json'))
    return 'broken'
  if (status === 405) return headers.has('allow') ? 'no such method' : 'broken'
  if (status === 404) return 'missing'
  // what a call that is open to everybody refuses, it refuses by itself
  if (access === 'guest') return 'proceeds'
  if (status === 401) return headers.has('www-authenticate') ? 'to sign in' : 'broken'
  if (status !== 403) return 'proceeds'
  const { error } = way === 'heads' ? { error: undefined } : JSON.parse(body)
  return !error || error.code === 'ACTION_NOT_ALLOWED' || error.code === 'ROLE_UNSUITABLE'
    ? 'refused'
    : 'broken'
}

/** Where an answer leads; that of a page's data says it in its body. */
function locationOf({ status, headers, body }: Answered, way: Way): string | undefined {
  const said = headers.get('location')
  if (said || way !== 'data' || status !== 202) return said ?? undefined
  return /"redirect","([^"]+)"|"(\/[^"]*)"/.exec(body)?.slice(1).find(Boolean)
}
