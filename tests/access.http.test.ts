import './support/as-shipped.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Route, routesOf, unmatched } from './support/access/addresses.ts'
import { type Combination, combinations, letsThrough, surprises } from './support/access/combinations.ts'
import { type Hole, holesOf, withHole } from './support/access/holes.ts'
import { checksums } from './support/access/state.ts'
import { makeWorld, type World } from './support/access/world.ts'
import { builtProduct, withRoutes } from './support/http.ts'

/**
 * Who may open and change what: every route × way to ask × person × object, generated from the routes of the build,
 * what each declares, the permission table, and one table of rows (support/access/rows.ts).
 */
const build = await builtProduct()
const routes = routesOf(build)
let world: World
let all: Combination[]

beforeAll(async () => {
  world = await makeWorld()
  all = combinations(routes, world.people)
}, 120_000)

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

test('each combination comes out as declared, and what may not happen changes nothing', async () => {
  const schemas = [world.home.place.schema, world.neighbour.place.schema, 'platform']
  const before = await checksums(world.home.database, schemas)
  const started = performance.now()
  const found = await surprises(world, all)
  const seconds = (performance.now() - started) / 1000
  process.stdout.write(
    `access: ${all.length} combinations of ${new Set(routes.map(({ id }) => id)).size} routes and ${world.people.length} people in ${seconds.toFixed(1)} s\n`,
  )
  expect(found).toEqual([])
  expect(all.length).toBeGreaterThan(15_000)
  expect(await checksums(world.home.database, schemas)).toEqual(before)
}, 300_000)

describe('a hole is found', () => {
  const holes: [string, Hole, Route][] = [
    ...new Map(routes.map((route) => [route.id, route])).values(),
  ].flatMap((route) => holesOf(route).map((hole) => [route.id, hole, route] as [string, Hole, Route]))

  test.each(holes)('%s: %s', async (_, hole, route) => {
    const holed = await world.servedBy(withHole(build, route, hole))
    const closed = all.filter(
      (one) => one.route.id === route.id && one.person.side === route.side && one.must !== 'proceeds',
    )
    expect(await letsThrough(holed, closed)).toBe(true)
  })
})
