import { addressOf, type Route } from './addresses.ts'
import { expected, looks, methodOf, type Outcome, outcomeOf, type Way, ways } from './expected.ts'
import { type Relation, relations } from './nouns.ts'
import type { Person } from './people.ts'
import { each } from './requests.ts'
import type { World } from './world.ts'

/** One request: who, how, at what, and what must come of it. */
export interface Combination {
  route: Route
  person: Person
  way: Way
  relation?: Relation
  must: Outcome
}

/** Every route × way × person × relation of its object that leaves the world as it is. */
export function combinations(routes: Route[], people: Person[]): Combination[] {
  return routes.flatMap((route) =>
    people
      .filter(({ side }) => isAt(route, side))
      .flatMap((person) =>
        ways.flatMap((way) =>
          relationsFor(route, way, person).flatMap((relation) => {
            const one = { route, person, way, ...(relation ? { relation } : {}) }
            const must = expected(route, person, way, relation)
            const asks = way !== 'data' || (serves(route.side, person) && route.hasPage)
            return asks && isNews(route, person, way) && isHarmless(route, way, must)
              ? [{ ...one, must }]
              : []
          }),
        ),
      ),
  )
}

/** The address `/` is another route on each kind of host. */
const isAt = ({ pattern, side }: Route, at: Person['side']) => pattern !== '/' || side === at

const serves = (side: Route['side'], person: Person) => side === 'shared' || side === person.side

/**
 * What is answered alike whoever asks is asked by few: a method that no page has is refused before the session is
 * looked at, and the other kind of host does not ask whether there is a second factor. And HEAD, which runs what GET
 * does, is tried with one of the parameters of a route.
 */
function isNews({ api, params, row, side }: Route, { name, profile, bare }: Person, way: Way): boolean {
  if (bare && side !== 'main' && side !== 'shared') return false
  if (way === 'heads') return !row.params || row.params[0] === params
  const isFew = name === 'superadmin' || name === 'operator: owner' || profile === 'none'
  return api || (way !== 'PUT' && way !== 'DELETE') || isFew
}

/** On the wrong kind of host, by a method that pages do not have, and without the second factor no object counts. */
function relationsFor({ row, side }: Route, way: Way, person: Person): (Relation | undefined)[] {
  if (!row.of) return [undefined]
  if (!serves(side, person) || (person.bare && side === 'main')) return ['own']
  if (way === 'PUT' || way === 'DELETE') return ['own']
  return way === 'heads' ? ['own', 'far', 'neighbour'] : [...relations]
}

/** A form that would be accepted is only sent where it must not be. */
function isHarmless({ row }: Route, way: Way, must: Outcome): boolean {
  if (looks(way)) return true
  const nothingIsEnough = row.emptyChanges || (row.form && Object.keys(row.form({ id: '' })).length === 0)
  const accepted = must === 'proceeds' && (way === 'sends a form' || way === 'PUT' || nothingIsEnough)
  return !accepted && (way !== 'sends a form' || row.form !== undefined)
}

/** Does it, and says what came of it and where it was. */
export async function tried(world: World, { route, person, way, relation }: Combination) {
  const thing = route.row.of && relation ? world.thing(route.row.of, relation) : undefined
  const [path = '', query = ''] = addressOf(route, thing).split(/(?=\?)/)
  const address = (way === 'data' ? (path === '/' ? '/_root.data' : `${path}.data`) : path) + query
  const fields = looks(way) || way === 'sends nothing' ? {} : (route.row.form?.(thing ?? { id: '' }) ?? {})
  const method = methodOf(route, way)
  const response = await world.send(person, method, address, looks(way) ? {} : { body: fields })
  const outcome = await outcomeOf(response, way, route)
  return { outcome, status: response.status, address, method }
}

/** A sentence for each combination that came out differently than it must. */
export async function surprises(world: World, all: readonly Combination[]): Promise<string[]> {
  const found: string[] = []
  await each(all, async (one) => {
    const { outcome, status, address, method } = await tried(world, one)
    if (isRight(one, outcome)) return
    const { person, way, route, relation, must } = one
    found.push(
      `${person.name} ${way}: ${method} ${address} (${route.id}, ${relation ?? 'no object'}): ${outcome} (${status}) instead of ${must}`,
    )
  })
  return found
}

/** Whether any of these lets somebody through who must not pass; the search ends at the first. */
export async function letsThrough(world: World, all: readonly Combination[]): Promise<boolean> {
  for (const one of all) {
    const { outcome } = await tried(world, one)
    if (outcome === 'proceeds' && !isRight(one, outcome)) return true
  }
  return false
}

/** A form may be told what is wrong with it before anything is looked for, as long as it is not accepted. */
function isRight({ must, way, route, relation }: Combination, outcome: Outcome): boolean {
  if (outcome === must) return true
  const isWrong = way === 'sends nothing' || relation === 'malformed'
  return must === 'missing' && isWrong && route.hasAction && !looks(way) && outcome === 'proceeds'
}
