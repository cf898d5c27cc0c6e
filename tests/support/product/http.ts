import { createHash, randomBytes } from 'node:crypto'
import type { ServerBuild } from '@remix-run/node'
import pino from 'pino'
import type { Role } from '#app/domain/core/access/access.ts'
import type { OperatorRole } from '#app/domain/core/access/operator-access.ts'
import { environment } from '#app/environment.ts'
import type { HandlerOptions } from '#app/server/http/handle.ts'
import type { Client } from '#app/server/wire/node-listener.ts'
import { built } from '#app/start/building/built.ts'
import { newId } from '#db/id.ts'
import type { PoolOptions } from '#db/pool.ts'
import type { DB } from '#db/types.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import './matchers.ts'
import type { Insertable } from 'kysely'
import type pg from 'pg'
import type { Tenant } from '#tests/support/database/tenant.ts'
import { afterFile } from '#tests/support/run/after-file.ts'

/** The operator's host in tests, as in the demo. */
export const mainHost = 'localhost:3000'

export interface LogLine {
  level: number
  msg: string
  [key: string]: unknown
}

type Fields = Record<string, string | string[]> | URLSearchParams | FormData | string

/** A browser at one host: it keeps cookies and says where its forms come from, as real ones do. */
export interface Browser {
  host: string
  cookies: Map<string, string>
  get(path: string, headers?: Record<string, string>): Promise<Response>
  post(path: string, fields?: Fields, headers?: Record<string, string>): Promise<Response>
  send(path: string, init: RequestInit & { headers?: Record<string, string> }): Promise<Response>
}

export interface App {
  handle: (request: Request, client: Client) => Promise<Response>
  build: ServerBuild
  services: HandlerOptions['services']
  /** What the product has logged since the app was made. */
  log: LogLine[]
  /** Somebody who is not signed in, at the host of a tenant or any other. */
  visitor(at: Tenant | string): Browser
  /** Somebody with this role whose session began just now. */
  signedInAs(tenant: Tenant, role: Role): Promise<Browser>
  /** An operator at the main host whose session began just now. */
  operator(role?: OperatorRole): Promise<Browser>
}

export interface AppOptions extends Partial<Omit<HandlerOptions, 'services' | 'metrics'>> {
  services?: Partial<HandlerOptions['services']>
  /** Remembers no organisation, nor its words, from one request to the next: for who changes them behind the product's back. */
  forgetful?: true
  /** Milliseconds for which it remembers them. */
  rememberMs?: number
}

/** The built product without a port: what a request gets here it would get over the wire. */
export async function app({ forgetful, rememberMs, ...options }: AppOptions = {}): Promise<App> {
  const { makeHandler, makeMetrics, pages, servicesOf } = await builtServer()
  const log: LogLine[] = []
  const write = (line: string) => void log.push(JSON.parse(line))
  const pool = options.services?.pool ?? (await ownPoolOfProduct())
  const made = servicesOf(
    { ...environment, mainHost, secure: options.secure ?? false },
    {
      ...{ pool, reportPool: options.services?.reportPool ?? pool, log: pino({ level: 'info' }, { write }) },
      ...(forgetful ? { rememberMs: 0 } : rememberMs === undefined ? {} : { rememberMs }),
    },
  )
  const services = { ...made, ...options.services }
  const build = options.build ?? pages
  const answer = makeHandler({
    metrics: makeMetrics({ web: services.pool }),
    mode: 'production',
    secure: false,
    trustProxy: false,
    formTargets: [],
    ...options,
    services,
    build,
  })
  const handle: App['handle'] = async (request, client) => {
    const { status, headers, body } = await answer(request, client)
    return new Response(request.method === 'HEAD' ? null : body, { status, headers })
  }
  const visitor = (at: Tenant | string) => browserAt(handle, typeof at === 'string' ? at : `${at.host}:3000`)
  return {
    handle,
    build,
    services,
    log,
    visitor,
    async signedInAs(tenant, role) {
      const { id } = await tenant.actor(role)
      const browser = visitor(tenant)
      const { token, row } = newSession()
      await tenant.write((trx) =>
        trx
          .insertInto('session')
          .values({ ...row, user_id: id })
          .execute(),
      )
      browser.cookies.set('lunas', token)
      return browser
    },
    async operator(role = 'owner') {
      const browser = visitor(mainHost)
      const { token, row } = newSession()
      const database = await testDatabase()
      await withPlatform(database.pool, async (trx) => {
        const operator = newOperator({ role })
        await trx.insertInto('platform.operator').values(operator).execute()
        await trx
          .insertInto('platform.operator_session')
          .values({ ...row, operator_id: operator.id })
          .execute()
      })
      browser.cookies.set('lunas', token)
      return browser
    },
  }
}

type Server = typeof import('#app/server.ts')

let server: Promise<Server> | undefined

/**
 * The product as it was built; the global set-up has seen to it that it is there and not stale. It has its own copy of each
 * module beside the test's: of which class an error is, or what was prepared on a connection, it knows of its own alone.
 */
export function builtServer(): Promise<Server> {
  server ??= built().server()
  return server
}

/** Its pages. */
export async function builtProduct(): Promise<ServerBuild> {
  return (await builtServer()).pages
}

/** Connections that the product may have; what a test itself asks of the database goes through others. */
export async function productPool(url: string, options: PoolOptions = {}): Promise<pg.Pool> {
  const { createPool } = await builtServer()
  return createPool(url, { waitMs: 60_000, ...options })
}

let usualPool: Promise<pg.Pool> | undefined

/** Those of the product in this test file. */
function ownPoolOfProduct(): Promise<pg.Pool> {
  usualPool ??= open()
  return usualPool

  async function open() {
    const { appUrl } = await testDatabase()
    const pool = await productPool(appUrl, { max: 10 })
    afterFile(async () => {
      usualPool = undefined
      await pool.end()
    })
    return pool
  }
}

let operators = 0

export function newOperator(given: Partial<Insertable<DB['platform.operator']>> = {}) {
  const number = ++operators
  return {
    id: newId(),
    email: `operator-${number}@lunas.test`,
    name: `Operator ${number}`,
    role: 'owner',
    ...given,
  } satisfies Insertable<DB['platform.operator']>
}

/** A session's row and the token of its cookie, as signing in makes them. */
export function newSession(given: { last_used_at?: Date; expires_at?: Date; confirmed_at?: Date } = {}) {
  const token = randomBytes(32).toString('base64url')
  const row = {
    id: newId(),
    token_hash: createHash('sha256').update(token).digest(),
    expires_at: new Date(Date.now() + 86_400_000),
    confirmed_at: new Date(),
    ...given,
  }
  return { token, row }
}

/**
 * A form as its bytes: of a form that was made in this process Node (24) goes on writing after the product has stopped
 * reading, and fails for that.
 */
async function written(body: RequestInit['body'], headers: Headers): Promise<RequestInit> {
  if (!(body instanceof FormData)) return {}
  const form = new Response(body)
  headers.set('content-type', form.headers.get('content-type')!)
  return { body: await form.arrayBuffer() }
}

function browserAt(handle: App['handle'], host: string): Browser {
  const cookies = new Map<string, string>()
  const origin = `http://${host}`

  async function send(path: string, init: RequestInit & { headers?: Record<string, string> }) {
    const headers = new Headers({ host, accept: 'text/html', 'accept-language': 'en', ...init.headers })
    if (cookies.size > 0 && !headers.has('cookie'))
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const request = new Request(new URL(path, origin), {
      ...init,
      ...(await written(init.body, headers)),
      headers,
    })
    const response = await handle(request, { address: '192.0.2.1' })
    for (const line of response.headers.getSetCookie()) keep(cookies, line)
    return response
  }

  return {
    host,
    cookies,
    send,
    get: (path, headers = {}) => send(path, { headers: { 'sec-fetch-site': 'same-origin', ...headers } }),
    post: (path, fields = {}, headers = {}) =>
      send(path, {
        method: 'POST',
        body: bodyOf(fields),
        headers: { origin, 'sec-fetch-site': 'same-origin', ...contentTypeOf(fields), ...headers },
      }),
  }
}

function keep(cookies: Map<string, string>, line: string) {
  const [pair = '', ...attributes] = line.split('; ')
  const [name = '', value = ''] = pair.split(/=(.*)/s)
  if (attributes.some((attribute) => attribute.toLowerCase() === 'max-age=0')) cookies.delete(name)
  else cookies.set(name, value)
}

function bodyOf(fields: Fields): BodyInit {
  if (typeof fields === 'string' || fields instanceof FormData || fields instanceof URLSearchParams)
    return fields
  const entries = Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one) => [name, one]))
  return new URLSearchParams(entries as [string, string][])
}

const contentTypeOf = (fields: Fields): Record<string, string> =>
  typeof fields === 'string' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}

/** A build with more routes: modules of a test, under paths of its own, on the sides that their ids say. */
export function withRoutes(
  build: ServerBuild,
  routes: Record<string, { path: string; module: object }>,
): ServerBuild {
  const more = Object.entries(routes).map(([id, { path, module }]) => [
    id,
    { id, parentId: 'root', path, module },
  ])
  const asset = build.assets.routes['routes/shared/not-found']
  const assets = Object.entries(routes).map(([id, { path }]) => [id, { ...asset, id, path }])
  return {
    ...build,
    routes: { ...build.routes, ...Object.fromEntries(more) },
    assets: { ...build.assets, routes: { ...build.assets.routes, ...Object.fromEntries(assets) } },
  }
}

/** An address of each route of a build, parameters filled in; layouts have none. */
export function addressesOf(build: ServerBuild): { id: string; path: string; module: RouteModule }[] {
  const routes = Object.values(build.routes).map((route) => route!)
  const whole = (id: string | undefined): string => {
    const route = id === undefined ? undefined : build.routes[id]
    return route ? `${whole(route.parentId)}${route.path ? `/${route.path}` : ''}` : ''
  }
  return routes
    .filter((route) => route.id !== 'root' && (route.path || route.index))
    .map(({ id, module }) => ({ id, path: filled(whole(id)) || '/', module: module as RouteModule }))
}

interface RouteModule {
  handle?: { access?: unknown }
  loader?: unknown
  action?: unknown
  default?: unknown
}

const fillings: Record<string, string> = {
  ':id': '0198f000-0000-7000-8000-000000000000',
  ':code': 'abcdefghijkmnpqrstuvwxyz23',
  ':name': 'category',
  ':format': 'csv',
  ':locale': 'my',
  '*': 'nowhere',
}

function filled(path: string): string {
  return path
    .split('/')
    .map((part) => fillings[part.replace(/\?$/, '')] ?? part.replace(/^:/, ''))
    .join('/')
}
