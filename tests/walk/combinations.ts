import type { Route } from '#tests/support/access/addresses.ts'
import { expected, looks, type Outcome, type Way, ways } from '#tests/support/access/expected.ts'
import { type Relation, relations } from '#tests/support/access/noun.ts'
import type { Person } from '#tests/support/access/people.ts'
import { turnOf } from '#tests/support/run/soak.ts'

/** One request: who, how, at what, and what must come of it. */
export interface Combination {
  route: Route
  person: Person
  way: Way
  relation?: Relation
  must: Outcome
}

/** Every route × way × person × relation of its object that leaves the world as it is. */
export function combinations(routes: readonly Route[], people: Person[]): Combination[] {
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

/**
 * Of all combinations those of a few people for each route: one of those of whom the declarations say the same of it,
 * in whatever way it is asked and about whatever object. Who stands for the others is another at each route, so that
 * over all routes everybody has many turns. Each asks once about objects that they find alike, and what is alike for all
 * of these is asked by one of them.
 */
export function ofRepresentatives(all: readonly Combination[]): Combination[] {
  return [...Map.groupBy(all, ({ route }) => route)].flatMap(([route, those]) => {
    const turn = turnOf(route.id + JSON.stringify(route.params))
    const byPerson = [...Map.groupBy(those, ({ person }) => person)]
    const classes = [...Map.groupBy(byPerson, ([person, own]) => signature(person, own)).values()]
    const several = classes.map((alike) => oneOfEachKind(alike[turn % alike.length]![1], turn))
    const asked = new Set<string>()
    return insidersFirst(several, turn).flatMap((own) =>
      turned(own, turn).filter((one) => {
        const question = isTelling(one) ? commonQuestion(one) : ''
        if (question === undefined) return true
        if (question === '' || asked.has(question)) return false
        asked.add(question)
        return isTurnOf(one, turn)
      }),
    )
  })
}

/**
 * What no route answers by itself but a part of the product that is the same for all is asked at some of the routes: a
 * method that no page has, HEAD and a page's data, who comes to the wrong kind of host, and an id that is none. Who must
 * sign in hears so where they look at the one route, and where they post at the next.
 */
function isTurnOf({ route, person, way, relation, must }: Combination, turn: number): boolean {
  const isNth = (n: number, what: string) => turnOf(`${turn} ${what}`) % n === 0
  if (route.api) return true
  if (way === 'PUT' || way === 'DELETE') return isNth(6, 'method')
  if (must === 'no such method') return isNth(4, 'method')
  if (!serves(route.side, person)) return isNth(3, `other host ${must}`)
  if (way === 'heads') return isNth(4, 'heads')
  if (way === 'data') return (must === 'proceeds' && isWithoutMoney(person)) || isNth(3, 'data')
  if (must === 'to sign in' && route.hasAction) return looks(way) === isNth(2, 'signing in')
  if (must === 'missing' && (relation === 'unknown' || relation === 'malformed'))
    return (relation === 'malformed') === isNth(3, `nowhere ${looks(way)}`)
  return true
}

/** Of the objects that somebody finds one for each way to ask, by turn; and one way to post about each that is missing. */
function oneOfEachKind(own: readonly Combination[], turn: number): Combination[] {
  const kindOf = (one: Combination) => {
    const { way, relation, must } = one
    if (relation && must === 'proceeds') return `finds ${way}`
    return must === 'missing' && !looks(way) ? `posts ${relation}` : one
  }
  // what is wrong with a form may be said before its object is looked for: one that is right asks for the object
  const asksForIt = ({ way, relation, must }: Combination) =>
    must === 'missing' &&
    way === 'sends a form' &&
    relation !== 'malformed' &&
    (relation !== 'unknown' || turn % 3 > 0)
  return [...Map.groupBy(own, kindOf).values()].map(
    (alike, n) => alike.find(asksForIt) ?? alike[(turn + n) % alike.length]!,
  )
}

/** Those whom the route lets in, beginning with one who is at home there and another each time; then the others. */
function insidersFirst(several: Combination[][], turn: number): Combination[][] {
  const rank = (own: Combination[]) => {
    const [{ route, person }] = own as [Combination]
    const isHome = person.side === (route.side === 'main' ? 'main' : 'tenant')
    return own.some(isBehindGate) ? (isHome ? 0 : 1) : 2
  }
  return turned(several, turn).sort((one, other) => rank(one) - rank(other))
}

/** The same in a ring, beginning where the turn is. */
function turned<T>(things: readonly T[], turn: number): T[] {
  const first = turn % things.length
  return [...things.slice(first), ...things.slice(0, first)]
}

const isBehindGate = ({ must }: Combination) => must === 'proceeds' || must === 'missing'

/**
 * Whom the gate turns away it turns away whatever the object is; HEAD and a page's data run what its GET does; and a
 * method that no page has is refused before anybody is looked at.
 */
function isTelling(one: Combination): boolean {
  const { relation, way, route, person } = one
  if (way === 'heads') return isBehindGate(one) && [undefined, 'own', 'neighbour'].includes(relation)
  if (way === 'PUT' || way === 'DELETE') return route.api || person.profile === 'none'
  if (way === 'data' && (relation === 'near' || relation === 'malformed')) return false
  return relation === undefined || relation === 'own' || isBehindGate(one)
}

/**
 * A name for what is answered alike by one part of the product whoever of a route's people asks, so that one asks for
 * all; undefined for what everybody asks: about objects of their own organisation that they do not find.
 */
function commonQuestion(one: Combination): string | undefined {
  const { way, relation, must, route, person } = one
  if (way === 'PUT' || way === 'DELETE') return route.api ? undefined : 'a method that no page has'
  if (must === 'no such method') return route.api ? undefined : `${person.side} ${must}`
  // on the other kind of host the address alone decides, before anything is run
  if (!serves(route.side, person)) return `other host ${must}`
  // HEAD, and a page's data, run what GET does; of the data who may see no money always gets a look
  if (way === 'heads') return 'heads'
  if (way === 'data')
    return must === 'proceeds' ? `data ${relation} ${isWithoutMoney(person)}` : 'data, in vain'
  // what a wall hides, the gate or a page behind it, differs by person
  const hidden = expected(route, proven(person), way, relation)
  if (!isBehindGate(one)) return `${looks(way) ? 'looks' : 'posts'} ${must} ${hidden}`
  if (must === 'proceeds') return way === 'sends nothing' ? `${way} ${isWithoutMoney(person)}` : sight(one)
  const isNowhere = relation === 'neighbour' || relation === 'unknown' || relation === 'malformed'
  return isNowhere ? `${looks(way) ? way : 'posts'} ${relation}` : undefined
}

/** Who finds the same objects there, and is at home or not and signed in or not alike, is shown the same page. */
function sight({ route, person, way }: Combination): string {
  const found = relations.filter((relation) => expected(route, person, way, relation) === 'proceeds')
  return `${way} ${person.side} ${person.profile} ${isWithoutMoney(person)} ${found}`
}

/** The same person, had they proven that it is them: behind that wall those who look alike before it may differ. */
const proven = ({ bare, stale, ...person }: Person): Person => person

/** What the declarations say of somebody at a route; who may see no money is never one with somebody who may. */
const signature = (person: Person, own: readonly Combination[]) =>
  JSON.stringify([
    person.side,
    isWithoutMoney(person),
    own.map(({ route, way, relation, must }) => [
      way,
      relation,
      must,
      expected(route, proven(person), way, relation),
    ]),
  ])

/** Who looks after classes, and who teaches, and who may do nothing at all, reads no figure of money anywhere. */
export const isWithoutMoney = ({ name }: Person) =>
  ['class-admin', 'class-assistant', 'trainer', 'no role'].includes(name)

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
