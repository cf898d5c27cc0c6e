import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { asOwner } from '#db/owner.ts'
import { addressOf, inOneFormat, type Route, routesOf } from '#tests/support/access/addresses.ts'
import { wordsOf } from '#tests/support/access/answers.ts'
import type { Thing } from '#tests/support/access/noun.ts'
import { type NounName, nounOf, nouns } from '#tests/support/access/nouns.ts'
import type { Person } from '#tests/support/access/people.ts'
import { each } from '#tests/support/access/requests.ts'
import type { Fields } from '#tests/support/access/row.ts'
import { makeWorld, marks, type World } from '#tests/support/access/world.ts'
import { builtProduct, mainHost } from '#tests/support/product/http.ts'
import { figure } from '#tests/support/run/figure.ts'
import { share, soaking, turnOf } from '#tests/support/run/soak.ts'

/**
 * Two organisations whose every word carries a mark. Whoever knocks at one with what belongs to the other (its ids, its
 * sessions, its host) gets to read nothing of it. In `npm test` each route meets two kinds of attack, by turns and each
 * by somebody else, and one of all kinds at a foreign host, but for those that the walk makes and looks at for the same
 * marks; in soak each is made by everybody.
 */
const routes = inOneFormat(routesOf(await builtProduct()))
const whole = Object.keys(nouns) as NounName[]
let world: World
let people: Person[]
/** Ids and codes of the neighbour, by which nothing may be found here. */
let theirs: Record<NounName, Thing>

beforeAll(async () => {
  world = await makeWorld()
  people = world.people.filter(({ side, name }) => side === 'tenant' && !name.endsWith('cookie'))
  theirs = Object.fromEntries(whole.map((noun) => [noun, world.thing(noun, 'neighbour')])) as typeof theirs
})

interface Attack {
  name: string
  person: Person
  route: Route
  method: 'GET' | Route['method']
  path: string
  body?: Fields
  host?: string
  headers?: Record<string, string>
  /** The marks that the answer must not carry. */
  secret: string[]
}

/** Filters and fields that could name a row of somebody else. */
const naming = (thing: (noun: NounName) => Thing): Record<string, string> => ({
  branch_id: world.neighbour.branch.id,
  entity_id: world.neighbour.place.id,
  student_id: thing('student').id,
  payer_parent_id: thing('student').id,
  invoice_id: thing('invoice').id,
  invoice: thing('invoice').code!,
  id: thing('invoice').id,
  q: marks.neighbour.slice(0, -1),
})

function attacks(): Attack[] {
  const home = `${world.home.host}:3000`
  const away = `${world.neighbour.host}:3000`
  const cookie = world.people.find(({ name }) => name === "the neighbour's cookie")!
  const both = [marks.home, marks.neighbour]
  const all: Attack[] = []
  for (const route of routes.filter(({ side }) => side !== 'main')) {
    const { of, form } = route.row
    const { method } = route
    const isPlatform = of && nounOf(of).platform
    const own = of && world.thing(of, 'own')
    const foreign = of && theirs[of]
    const path = addressOf(route, own)
    const fieldsOf = (thing?: Thing) => form?.(thing ?? { id: '' }) ?? {}
    const filtered = (at: string) =>
      `${at}${at.includes('?') ? '&' : '?'}${new URLSearchParams(naming((noun) => theirs[noun]))}`
    for (const person of people) {
      const add = (name: string, given: Partial<Attack>) => {
        all.push({ name, person, route, method: 'GET', path, secret: [marks.neighbour], ...given })
      }
      if (foreign && !isPlatform) {
        const at = addressOf(route, foreign)
        add('its id beside ours', { path: filtered(at) })
        if (soaking) {
          add('its id', { path: at })
          add('its id, as data', { path: at.replace(/(?=\?|$)/, '.data') })
          add('its id, posted', { path: at, method, body: fieldsOf(foreign) })
          add('its id, posted empty', { path: at, method, body: {} })
        }
        add('its id at the main host', { path: at, host: mainHost, secret: both })
        add('our id at its host', { host: away, secret: both })
      }
      if (soaking) add('ours', {})
      add('its ids as filters', { path: filtered(path) })
      add('its ids as fields', { method, body: { ...naming((noun) => theirs[noun]) } })
      add('our session at its host', {
        host: away,
        secret: both,
        ...(foreign ? { path: addressOf(route, foreign) } : {}),
      })
      add('our session at its host, posted', {
        host: away,
        method,
        body: fieldsOf(own),
        secret: both,
      })
      add('our session at the main host', { host: mainHost, secret: both })
      add('its name in other headers', {
        headers: {
          'x-forwarded-host': away,
          forwarded: `host=${away}`,
          'x-original-url': `http://${away}${path}`,
          referer: `http://${away}${path}`,
        },
      })
    }
    for (const host of [home, mainHost])
      for (const at of new Set([path, of && !isPlatform ? addressOf(route, foreign) : path]))
        for (const method of ['GET', route.method] as const)
          all.push({
            name: 'its session',
            person: cookie,
            route,
            method,
            path: at,
            host,
            secret: both,
          })
  }
  return all
}

/** What opens by a public code is shown, without names, to whoever has the code, at its own host. */
function isPublic({ route, host }: Attack, mark: string): boolean {
  const { host: own } = mark === marks.home ? world.home : world.neighbour
  return route.access === 'guest' && (host ?? `${world.home.host}:3000`) === `${own}:3000`
}

/**
 * Of the attacks on each route two kinds, others at the next route so that each has many turns, by another person at each
 * route; at a foreign host one of all kinds.
 */
function twoKinds(all: readonly Attack[]): Attack[] {
  const home = `${world.home.host}:3000`
  const keyOf = ({ route }: Attack) => JSON.stringify([route.id, route.params])
  return [...Map.groupBy(all, keyOf)].flatMap(([route, those]) => {
    const kinds = Map.groupBy(those, ({ name, host = home }) => (host === home ? name : host))
    const hosts = [...kinds.keys()].filter((kind) => kind.includes(':'))
    const atHome = [...kinds.keys()].filter((kind) => !hosts.includes(kind))
    return [...share(atHome, 2, route), ...hosts].map((kind) => {
      const alike = kinds.get(kind)!
      return alike[turnOf(route + kind) % alike.length]!
    })
  })
}

test('hostile requests, all of them in soak, read nothing of the other organisation', async () => {
  const all = soaking ? attacks() : twoKinds(attacks())
  const found: string[] = []
  let unheard = 0
  await each(all, async (attack) => {
    const { person, method, path, secret } = attack
    const response = await world.send(person, method, path, attack)
    const words = await wordsOf(response)
    if (response.status === 429) unheard += 1
    const leaked = secret.filter(
      (mark) => words.toLowerCase().includes(mark.toLowerCase()) && !isPublic(attack, mark),
    )
    const where = `${attack.name}: ${person.name} ${method} ${path}`
    if (response.status >= 500) found.push(`${where} broke: ${response.status}`)
    if (leaked.length > 0) found.push(`${where} tells ${leaked}`)
    if (response.headers.get('location')?.includes(world.neighbour.host) && attack.host !== mainHost)
      found.push(`${where} leads to the neighbour`)
  })
  const distinct = new Set(
    all.map(({ person, method, path, body, host, headers }) =>
      JSON.stringify([person.name, method, path, body, host, headers]),
    ),
  )
  figure(
    `isolation: ${all.length} hostile requests, ${distinct.size} of them distinct, ${unheard} turned away as too many, ${found.length} leaks`,
  )
  expect(found).toEqual([])
  expect(distinct.size - unheard).toBeGreaterThan(soaking ? 100_000 : 1_500)
})

describe('after all that', () => {
  test('nothing that either organisation keeps, or asks a worker for, speaks of the other', async () => {
    const speaks = await asOwner(world.home.database.ownerUrl, async (owner) => {
      const found: string[] = []
      for (const [tenant, mark] of [
        [world.home, marks.neighbour],
        [world.neighbour, marks.home],
      ] as const) {
        const { rows } = await sql<{ name: string }>`
          select tablename as name from pg_tables where schemaname = ${tenant.place.schema}`.execute(owner)
        for (const { name } of rows) {
          const like = await sql`select 1 from ${sql.id(tenant.place.schema, name)} as row
            where row::text ilike ${`%${mark}%`} limit 1`.execute(owner)
          if (like.rows.length > 0) found.push(`${name} speaks of ${mark}`)
        }
        const jobs = await sql<{ payload: string }>`
          select payload::text as payload from platform.outbox where entity_id = ${tenant.place.id}`.execute(
          owner,
        )
        const others = tenant === world.home ? theirs : undefined
        for (const { payload } of jobs.rows) {
          if (payload.toUpperCase().includes(mark)) found.push(`a job speaks of ${mark}: ${payload}`)
          if (others && Object.values(others).some(({ id }) => payload.includes(id)))
            found.push(`a job about ${payload}`)
        }
      }
      return found
    })
    expect(speaks).toEqual([])
  })

  test('the search could have found something: at home the neighbour reads its own mark on most pages', async () => {
    const cookie = world.people.find(({ name }) => name === "the neighbour's cookie")!
    const at = `${world.neighbour.host}:3000`
    const shown: string[] = []
    const behindLogin = routes.filter(({ side, access }) => side === 'tenant' && access !== 'guest')
    for (const route of share(behindLogin, 60, 'shown')) {
      const path = addressOf(route, route.row.of && theirs[route.row.of])
      const words = await wordsOf(await world.send(cookie, 'GET', path, { host: at }))
      if (words.includes(marks.neighbour)) shown.push(route.id)
    }
    expect(new Set(shown).size).toBeGreaterThan(12)
  })
})
