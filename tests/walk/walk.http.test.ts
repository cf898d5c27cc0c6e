import { beforeAll, describe, expect, test } from 'vitest'
import { operatorGrants } from '#app/domain/core/access/operator-access.ts'
import { inOneFormat, type Route, routesOf, unmatched } from '#tests/support/access/addresses.ts'
import type { Outcome } from '#tests/support/access/expected.ts'
import { nounOf } from '#tests/support/access/nouns.ts'
import { each } from '#tests/support/access/requests.ts'
import { makeWorld, type World } from '#tests/support/access/world.ts'
import { builtProduct, withRoutes } from '#tests/support/product/http.ts'
import { figure } from '#tests/support/run/figure.ts'
import { soaking, turnOf } from '#tests/support/run/soak.ts'
import { answerTo, type Judge, named } from './answer.ts'
import { type Combination, combinations, isWithoutMoney, ofRepresentatives } from './combinations.ts'
import { access } from './judges/access.ts'
import { foreign } from './judges/foreign.ts'
import { headers } from './judges/headers.ts'
import { language, rawWordsOn, scripts } from './judges/language.ts'
import { figureIn, money } from './judges/money.ts'
import { NeighbourAnswers } from './neighbour-answers.ts'
import { type Mistake, mistakesOf, withMistakes } from './planted-mistakes.ts'
import { checksums } from './state.ts'

/**
 * One walk over every route × way to ask × person × object, generated from the routes of the build, what each declares,
 * the permission table, and one table of rows (support/access/rows.ts). Each answer goes to every judge.
 */
const judges: Judge[] = [access, foreign, money, headers, language, rawWordsOn, scripts]

const build = await builtProduct()
const routes = inOneFormat(routesOf(build))
let world: World
let all: Combination[]
let neighbourAnswers: NeighbourAnswers

beforeAll(async () => {
  world = await makeWorld()
  // the switch of language writes the account of who is signed in, by a link: it has tests of its own
  const every = combinations(routes, world.people).filter(
    ({ route, person }) => route.id !== 'shared/language' || person.profile === 'none',
  )
  neighbourAnswers = new NeighbourAnswers(world)
  all = soaking ? every : ofRepresentatives(every)
})

describe('the table of rows', () => {
  test('has a row for every route, and a route for every row', () => {
    expect(unmatched(build)).toEqual([])
  })

  test('misses a route that is new', () => {
    const module = { handle: { access: 'guest' }, default: () => null }
    const more = withRoutes(build, { 'routes/tenant/new.page': { path: 'new', module } })
    expect(unmatched(more)).toEqual(['tenant/new.page'])
  })
})

describe('the walk', () => {
  const withMoney = new Set<string>()

  test('every answer pleases every judge, and what may not happen changes nothing', async () => {
    const schemas = [world.home.place.schema, world.neighbour.place.schema, 'platform']
    const before = await checksums(world.home.database, schemas)
    const found: string[] = []
    await each(all, async (one) => {
      const answer = await answerTo(world, one)
      for (const judge of judges) {
        const fault = judge(answer)
        if (fault) found.push(`${named(answer)}: ${fault}`)
      }
      neighbourAnswers.add(answer)
      if (!isWithoutMoney(one.person) && figureIn(answer.words)) withMoney.add(one.route.id)
    })
    figure(
      `walk: ${all.length} requests of ${new Set(routes.map(({ id }) => id)).size} routes by ${world.people.length} people, each before ${judges.length} judges`,
    )
    expect(found).toEqual([])
    expect(all.length).toBeGreaterThan(soaking ? 15_000 : 3_000)
    expect(await checksums(world.home.database, schemas)).toEqual(before)
  })

  test('an id of the neighbour is answered like one that never was', () => {
    expect(neighbourAnswers.pairs).toBeGreaterThan(200)
    expect(neighbourAnswers.different).toEqual([])
  })

  test('the judge of money could have found some: others read it on most pages of money', () => {
    expect(withMoney.size).toBeGreaterThan(15)
  })

  test('nothing that the walk did is our mistake', () => {
    expect(world.web.log.filter(({ level }) => level >= 50)).toEqual([])
  })
})

describe('a mistake is found', () => {
  const each = [...new Map(routes.map((route) => [route.id, route])).values()]
  const mistakes: Mistake[] = ['gate open', 'scope dropped', 'second factor not demanded']
  /** What somebody is told who would first be let through. */
  const telling: Record<Mistake, Outcome> = {
    'gate open': 'refused',
    'scope dropped': 'missing',
    'second factor not demanded': 'to set up a second factor',
  }
  const isLikely = ({ must, relation = 'own' }: Combination, mistake: Mistake) =>
    must === telling[mistake] && ['own', 'near', 'far'].includes(relation)

  /** The product with the same mistake in every route that can have it; each of them is tried for itself. */
  describe.each(mistakes)('%s', (mistake) => {
    const able = each.filter((route) => mistakesOf(route).includes(mistake))
    const holed = soaking ? able : oneOfEachVariant(able)
    let open: World
    beforeAll(async () => {
      open = await world.servedBy(withMistakes(build, holed, mistake))
    })

    test.each(holed.map((route) => [route.id, route] as [string, Route]))('in %s', async (_, route) => {
      const closed = all.filter(
        (one) => one.route.id === route.id && one.person.side === route.side && one.must !== 'proceeds',
      )
      const { likely = [], unlikely = [] } = Object.groupBy(closed, (one) =>
        isLikely(one, mistake) ? 'likely' : 'unlikely',
      )
      expect(await letsThrough(open, [...likely, ...unlikely])).toBe(true)
    })
  })
})

/** The gate and the scope are the same code for all routes that declare the same and are about the same kind of object. */
function oneOfEachVariant(able: readonly Route[]): Route[] {
  const variantOf = ({ side, access, row, api, hasPage }: Route) =>
    JSON.stringify([side, shapeOf(access), row.of && (nounOf(row.of).reach ?? 'branch'), api, hasPage])
  return [...Map.groupBy(able, variantOf)].map(([variant, alike]) => alike[turnOf(variant) % alike.length]!)
}

function shapeOf(access: Route['access']): string {
  if (typeof access === 'object') return Object.keys(access).join()
  if (access === undefined || !access.includes('.')) return access ?? 'none'
  return access in operatorGrants ? 'operator permission' : 'permission'
}

/** Whether any of these lets somebody through who must not pass; the search ends at the first. */
async function letsThrough(at: World, closed: readonly Combination[]): Promise<boolean> {
  for (const one of closed) {
    const answer = await answerTo(at, one)
    if (answer.outcome === 'proceeds' && access(answer)) return true
  }
  return false
}
