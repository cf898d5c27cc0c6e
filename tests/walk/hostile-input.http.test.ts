import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { addressOf, inOneFormat, type Route, routesOf } from '#tests/support/access/addresses.ts'
import { wordsOf } from '#tests/support/access/answers.ts'
import { expected } from '#tests/support/access/expected.ts'
import type { Person } from '#tests/support/access/people.ts'
import { each } from '#tests/support/access/requests.ts'
import { makeWorld, type World } from '#tests/support/access/world.ts'
import { user } from '#tests/support/database/factories.ts'
import { cheapHash, password } from '#tests/support/people/sign-in.ts'
import { builtProduct, mainHost } from '#tests/support/product/http.ts'
import { figure } from '#tests/support/run/figure.ts'
import { share, soaking } from '#tests/support/run/soak.ts'
import { elsewhere, filters, injections, parameters } from './hostile-words.ts'

/** What strangers type, at every list and form of the product. The rows of the test of access say where these are. */
const routes = inOneFormat(routesOf(await builtProduct()))
let world: World

beforeAll(async () => {
  world = await makeWorld()
})

// the router says on the console what it thinks of odd addresses
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))

const whoMay = (route: Route, way: 'opens' | 'sends a form'): Person | undefined =>
  world.people.find((person) => expected(route, person, way, route.row.of ? 'own' : undefined) === 'proceeds')

/** What an answer must never be: broken, or carrying the stranger's markup or header as such. */
async function trouble(response: Response, where: string): Promise<string[]> {
  const words = await wordsOf(response)
  const found: string[] = []
  if (response.status >= 500) found.push(`${where} broke: ${response.status}`)
  // in JSON that no browser may take for anything else a name is said as it came
  const isData =
    response.headers.get('content-type')?.startsWith('application/json') &&
    response.headers.get('x-content-type-options') === 'nosniff'
  if (!isData && /<script>kenari|<img src=x onerror/.test(words)) found.push(`${where} carries markup`)
  if (response.headers.getSetCookie().some((line) => line.startsWith('kenari')))
    found.push(`${where} split a header`)
  if (
    /syntax error at or near|unterminated quoted|invalid input syntax|relation ".*" does not exist/.test(
      words,
    )
  )
    found.push(`${where} speaks of SQL`)
  return found
}

/** What a hostile form has in place of what was asked for: everywhere, in one field, or under names of its own. */
const forms: ((names: string[], text: string) => Record<string, string>)[] = [
  (names, text) => Object.fromEntries(names.map((name) => [name, text])),
  (names, text) => ({ [names[text.length % names.length]!]: text, version: '999' }),
  (_, text) => ({ [text]: text, 'items[0].description': text, version: '999' }),
]
/** How many of these a route meets in `npm test`: another at the next route, so that each has its turns. */
const aRoute = 1

const isSignIn = /(\/|\.)login(\.email)?$/
const guestAt = (side: Route['side']) =>
  world.people.find(({ name }) => name === (side === 'main' ? 'guest at the main host' : 'guest'))

const mistakes = () => world.web.log.filter(({ level }) => level >= 50)

test('no filter of a list and no address breaks or is taken for code', async () => {
  const asked = routes.flatMap((route) => {
    const person = whoMay(route, 'opens')
    const thing = route.row.of && world.thing(route.row.of, 'own')
    if (!person || !route.hasLoader || route.pattern === '/') return []
    const path = addressOf(route, thing)
    const ways = injections.flatMap((text) => {
      const join = path.includes('?') ? '&' : '?'
      const all = new URLSearchParams(filters.map((name) => [name, text]))
      const one = filters[text.length % filters.length]!
      const bare = `${path.split('?')[0]}/${encodeURIComponent(text)}`
      return [`${path}${join}${all}`, `${path}${join}${new URLSearchParams({ [one]: text })}`, bare].map(
        (at) => ({ person, at }),
      )
    })
    return share(ways, aRoute, path)
  })
  const found: string[] = []
  await each(asked, async ({ person, at }) => {
    found.push(...(await trouble(await world.send(person, 'GET', at), `GET ${at}`)))
  })
  expect(found).toEqual([])
  expect(mistakes()).toEqual([])
  expect(asked.length).toBeGreaterThan(soaking ? 6_000 : 300)
  figure(`hostile input: ${asked.length} addresses and filters, 0 broken`)
})

test('no field of a form breaks or is taken for code', async () => {
  const asked = routes.flatMap((route) => {
    const { row, access, side } = route
    // a password is hashed each time, whatever it is; two of those forms have tests of their own
    if (!row.form || !(row.schema || route.api) || !route.hasAction || isSignIn.test(route.id)) return []
    const filled = row.form(row.of ? world.thing(row.of, 'own') : { id: '' })
    const person = access === 'guest' ? guestAt(side) : whoMay(route, 'sends a form')
    if (!person) return []
    const names = Object.keys(row.schema?.shape ?? filled)
    const all = injections.flatMap((text) => forms.map((form) => ({ route, person, text, names, form })))
    return share(all, aRoute, route.id)
  })
  const found: string[] = []
  await each(asked, async ({ route, person, text, names, form }) => {
    const { of } = route.row
    const thing = of && world.thing(of, 'own')
    const body = { ...route.row.form!(thing ?? { id: '' }), ...form(names, text) }
    const path = addressOf(route, thing)
    const response = await world.send(person, route.method, path, { body })
    found.push(...(await trouble(response, `${route.method} ${path} ${text}`)))
  })
  expect(found).toEqual([])
  expect(mistakes()).toEqual([])
  figure(`hostile input: ${asked.length} forms, 0 broken`)
})

describe('nobody is led away from the host', () => {
  /** Where a browser would be after following an answer. */
  const hostAfter = (response: Response, host: string) => {
    const location = response.headers.get('location')
    return location === null ? host : new URL(location, `http://${host}/`).host
  }
  const host = () => `${world.home.host}:3000`

  test('by no parameter of any route', async () => {
    const guest = world.people.find(({ name }) => name === 'guest')!
    const found: string[] = []
    const ways = routes
      .filter(({ side, row }) => side !== 'main' && !row.of)
      .flatMap((route) =>
        share(
          elsewhere.flatMap((to) => [world.people[0]!, guest].map((person) => ({ route, to, person }))),
          route.id === 'tenant/login' ? elsewhere.length * 2 : aRoute,
          route.pattern + JSON.stringify(route.params),
        ),
      )
    await each(ways, async ({ route, to, person }) => {
      const query = new URLSearchParams(parameters.map((name) => [name, to]))
      const path = `${addressOf(route)}?${query}`
      const response = await world.send(person, 'GET', path)
      // finding one's organisations is a page of the main host, whatever the address says
      const home = route.id === 'shared/login/organisation' ? mainHost : host()
      const after = hostAfter(response, host())
      if (after !== host() && after !== home) found.push(`${path} → ${response.headers.get('location')}`)
      if (route.id === 'tenant/login/email') {
        // the page keeps the address in its form only when it is one of ours
        const kept = /name="to"[^>]*value="([^"]*)"/.exec(await response.text())?.[1] ?? ''
        if (new URL(kept, `http://${host()}/`).host !== host())
          found.push(`the form at ${path} keeps ${kept}`)
      }
    })
    expect(found).toEqual([])
    expect(ways.length).toBeGreaterThan(soaking ? 5_000 : 300)
    figure(`hostile input: ${ways.length} addresses of other hosts, 0 followed`)
  })

  test('by signing in', async () => {
    const password_hash = cheapHash(password)
    const found: string[] = []
    const { email } = await world.home.write((trx) => user(trx, { roles: ['clerk'], password_hash }))
    const guest = world.people.find(({ name }) => name === 'guest')!
    for (const to of share(elsewhere, 12, 'signing in')) {
      const response = await world.send(guest, 'POST', '/login', { body: { email: email!, password, to } })
      expect(response.status, to).toBe(302)
      if (hostAfter(response, host()) !== host()) found.push(`${to} → ${response.headers.get('location')}`)
    }
    expect(found).toEqual([])
  })
})

describe('lines of the log and of headers stay lines', () => {
  test('whatever a path, a browser or a proxy says of itself', async () => {
    const before = world.web.log.length
    const person = world.people[0]!
    const odd = [
      '%0d%0aSet-Cookie:%20kenari=1',
      '%0aFORGED%20LINE',
      '%E2%80%A8FORGED',
      '%1b%5b31mFORGED',
      '%00FORGED',
    ]
    for (const text of odd) {
      const response = await world.send(person, 'GET', `/invoice/${text}?q=${text}`, {
        headers: {
          'user-agent': `Mozilla/5.0 ${text} {"level":60,"msg":"FORGED"}`,
          'x-forwarded-for': `${text}, 203.0.113.9`,
          'x-request-id': text,
        },
      })
      expect(response.status).toBe(404)
      expect(response.headers.get('x-request-id')).not.toBe(text)
      expect([...response.headers.values()].join()).not.toMatch(/kenari|FORGED/)
    }
    const lines = world.web.log.slice(before)
    expect(lines.length).toBe(odd.length)
    for (const line of lines) {
      expect(line.msg).toBe('request')
      expect(Object.values(line).filter((value) => /\n|\r/.test(String(value)))).toEqual([])
    }
  })

  test('a name with line breaks is refused by the form, and splits nothing', async () => {
    const person = world.people[0]!
    const body = { code: 'SPLIT', name: 'Tahap\r\nSet-Cookie: kenari=1', kind: 'level' }
    const response = await world.send(person, 'POST', '/category/new', { body })
    expect(response.status).toBe(422)
    expect(response.headers.getSetCookie().join()).not.toContain('kenari')
  })
})
