import { beforeAll, describe, expect, test, vi } from 'vitest'
import { isApiPath } from '#app/server/api/path.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import { type App, addressesOf, app, type Browser, builtProduct } from '#tests/support/product/http.ts'
import { share } from '#tests/support/run/soak.ts'
import { isGatewayPath } from './origin-check.ts'

const ran = vi.fn()
const built = await builtProduct()
const sides = { tenant: /^routes\/(tenant|shared)\//, main: /^routes\/(main|shared)\// }
const actions = addressesOf(built)
  .filter(({ module, path }) => module.action && !isGatewayPath(path))
  .flatMap(({ id, path }) =>
    (['tenant', 'main'] as const).filter((side) => sides[side].test(id)).map((side) => ({ side, id, path })),
  )

let web: App
let people: Record<'tenant' | 'main', Browser>

beforeAll(async () => {
  const tenant = await freshTenant()
  const neighbour = await freshTenant()
  const spied = Object.values(built.routes).map((route) => {
    const { action } = route!.module
    const spy = (args: unknown) => {
      ran(args)
      return new Response(null, { status: 204 })
    }
    return [
      route!.id,
      action
        ? {
            ...route!,
            module: {
              ...route!.module,
              action: spy,
              handle: { ...(route!.module.handle as object), access: 'guest' },
            },
          }
        : route!,
    ]
  })
  web = await app({ build: { ...built, routes: Object.fromEntries(spied) } })
  people = { tenant: await web.signedInAs(tenant, 'superadmin'), main: await web.operator() }
  hostile.push(
    ['a page of a neighbour', { origin: `http://${neighbour.host}:3000`, 'sec-fetch-site': 'same-site' }],
    ['a page of a neighbour, by its origin only', { origin: `http://${neighbour.host}:3000` }],
  )
})

const stolen = 'a program with a stolen cookie'
const hostile: [string, Record<string, string>][] = [
  ['another site', { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }],
  ['another site, in an old browser', { origin: 'https://evil.test' }],
  ['another site that hides where it is', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ['a sandboxed frame', { origin: 'null' }],
  ['a neighbour that hides where it is', { 'sec-fetch-site': 'same-site' }],
  [stolen, {}],
  [
    'another site behind a proxy that lies',
    { origin: 'https://evil.test', 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' },
  ],
]

test('the product has actions on both sides', () => {
  expect(actions.filter(({ side }) => side === 'tenant').length).toBeGreaterThan(4)
  expect(actions.filter(({ side }) => side === 'main').length).toBeGreaterThan(1)
})

describe.each(actions)('$id on the $side host', ({ side, path }) => {
  const send = (at: string, headers: Record<string, string>, method = 'POST') =>
    people[side].send(at, {
      method,
      body: new URLSearchParams({ a: '1' }),
      headers,
    })

  test('is not run for anybody else, and the reader is told so', async () => {
    // The API never looks at cookies, so a stolen one is no use there.
    const foes = hostile.filter(([from]) => from !== stolen || !isApiPath(path))
    // two of them in one way at each address, and all of them in all ways in a soak
    for (const [from, headers] of share(foes, 2, `${side} ${path}`)) {
      const ways = [
        [path, 'POST'],
        [path, 'DELETE'],
        [`${path}.data`, 'POST'],
      ] as const
      for (const [at, method] of share(ways, 1, `${side} ${path} ${from}`)) {
        ran.mockClear()
        const response = await send(at, headers, method)
        expect(ran, `${from}: ${method} ${at}`).not.toHaveBeenCalled()
        // Pages know GET and POST only, whoever asks.
        if (method === 'DELETE' && !isApiPath(path)) {
          expect(response.status, `${from}: ${method} ${at}`).toBe(405)
          continue
        }
        expect(response.status, `${from}: ${method} ${at}`).toBe(403)
        expect(await response.text()).toContain('sent from another website')
      }
    }
  })

  test('is run for a form of its own page', async () => {
    ran.mockClear()
    const origin = `http://${people[side].host}`
    const own: Record<string, string>[] = [
      { origin, 'sec-fetch-site': 'same-origin' },
      { origin },
      { origin, 'x-forwarded-host': 'evil.test' },
    ]
    const tried = share(own, 1, `${side} ${path}`)
    for (const headers of tried) await send(path, headers)
    expect(ran).toHaveBeenCalledTimes(tried.length)
  })
})

test('a cross-site form reaches the gateways’ addresses, which carry no session', async () => {
  const response = await people.main.send('/fpx/indirect', {
    method: 'POST',
    body: new URLSearchParams({ a: '1' }),
    headers: { origin: 'https://bank.test', 'sec-fetch-site': 'cross-site' },
  })
  expect(response.status).not.toBe(403)
})
