import type { ServerBuild } from '@remix-run/node'
import { sql } from 'kysely'
import { type OperatorRole, operatorRoles, type Role, roles } from '#app/domain/access.ts'
import { hashPassword } from '#app/domain/accounts/passwords.server.ts'
import { configOf, makePair } from '#app/integrations/fpx/test-support.ts'
import { isApiPath } from '#app/server/api/path.ts'
import { inPlatform } from '#db/in-place.ts'
import { asOwner } from '#db/owner.ts'
import { branch, enrolment, insert, parent, student, subject, type Trx, user } from '../factories.ts'
import { type App, type AppOptions, app, mainHost, newOperator, newSession } from '../http.ts'
import { password } from '../sign-in.ts'
import { freshTenant, type Tenant } from '../tenant.ts'
import { type Corner, type NounName, nounOf, nouns, type Relation, type Thing } from './nouns.ts'
import type { Fields } from './row.ts'

/** Words that only the one or the other organisation has. */
export const marks = { home: 'MERPATI', neighbour: 'KENARI' } as const

/** Somebody, at one of the two kinds of host. */
export interface Person {
  name: string
  side: 'tenant' | 'main'
  roles: readonly Role[]
  operator?: OperatorRole
  /** What the session stands for where this person is. */
  profile: 'none' | 'nobody' | 'user' | 'operator'
  cookie?: string
  /** The person has not proven lately that it is them. */
  stale?: true
}

export interface World {
  web: App
  home: Tenant
  neighbour: Tenant
  people: Person[]
  /** An object of a noun that stands so to the people at home. */
  thing(noun: NounName, relation: Relation): Thing
  /** More objects of the home organisation's own corner. */
  another(noun: NounName): Promise<Thing>
  send(person: Person, method: string, path: string, options?: SendOptions): Promise<Response>
  /** The same people and things before another build of the product. */
  servedBy(build: ServerBuild): Promise<World>
}

export interface SendOptions {
  /** Fields of a form, or the JSON of a call. */
  body?: Fields | URLSearchParams
  headers?: Record<string, string>
  /** Another host than the person's own. */
  host?: string
}

const banks = [{ code: 'TEST0021', online: true }]
let visitors = 0

/** Two organisations full of data, everybody who could knock at a page, and the product. Both are made alike. */
export async function makeWorld(options: AppOptions = {}): Promise<World> {
  const keys = await Promise.all([makePair('2025-01-01', '2030-01-01'), makePair('2025-01-01', '2030-01-01')])
  const config = configOf(...keys)
  const fpx = {
    config: async () => config,
    banks: async () => ({ banks, fetched_at: new Date(), stale: false, why: null }),
  }
  const web = await app({ ...options, services: { fpx: fpx as never, ...options.services } })
  const operators = await everyOperator(web)
  const [owner] = operators
  const colleague = await newColleague(web, {})
  const [home, neighbour] = [
    await furnished('home', { own: owner!.id, others: colleague }),
    await furnished('neighbour', { own: colleague, others: colleague }),
  ]
  const gone: Record<'unknown' | 'malformed', Thing> = {
    unknown: { id: '0198f000-0000-7000-8000-00000000dead', code: 'abcdefghijkmnpqrstuvwxyz23', version: 1 },
    malformed: { id: "1'--", code: 'short', version: 1 },
  }
  const world: World = {
    web,
    home: home.tenant,
    neighbour: neighbour.tenant,
    people: await everybody(web, home.tenant, neighbour.tenant, operators),
    thing(noun, relation) {
      if (relation === 'unknown' || relation === 'malformed') return gone[relation]
      if (relation === 'neighbour') return neighbour.things.own[noun]
      return home.things[relation][noun]
    },
    another: (noun) => home.more(noun),
    send: (person, method, path, given = {}) => send(web, home.tenant, person, method, path, given),
    async servedBy(build) {
      const other = await app({ ...options, services: web.services, build })
      return {
        ...world,
        web: other,
        send: (person, method, path, given = {}) => send(other, home.tenant, person, method, path, given),
      }
    },
  }
  return world
}

/** An organisation with three corners: the people's own, another family of their branch, another branch. */
async function furnished(which: keyof typeof marks, operators: { own: string; others: string }) {
  const mark = marks[which]
  const tenant = await freshTenant({ fpx_seller_id: which === 'home' ? 'SE00000001' : 'SE00000002' })
  const people = new Map<Role, Awaited<ReturnType<Tenant['actor']>>>()
  for (const role of roles) people.set(role, await tenant.actor(role))
  let count = 0
  const sen = () => 733_100 + (++count % 100)
  const corners = await tenant.write(async (trx) => {
    await trx.updateTable('branch').set({ name: mark }).where('id', '=', tenant.branch.id).execute()
    const far = await branch(trx, { name: mark })
    const own = await corner(tenant.branch.id, people.get('parent')!.parent_id!, people.get('trainer')!.id)
    for (const role of ['trainer', 'class-assistant'] as const)
      await insert(trx, 'subject_trainer', { subject_id: own.subject_id, user_id: people.get(role)!.id })
    return {
      own,
      near: await corner(tenant.branch.id),
      far: await corner(far.id),
    }

    async function corner(branch_id: string, parent_id?: string, user_id?: string): Promise<Corner> {
      const payer = parent_id ?? (await parent(trx, { name: mark })).id
      const pupil = await student(trx, { name: mark, branch_id }, { payer: { id: payer } })
      const class_ = await subject(trx, { branch_id, name: mark })
      await enrolment(trx, { student_id: pupil.id, subject_id: class_.id })
      const whose = user_id ?? (await user(trx, { name: mark }, { branch_id })).id
      return {
        entity_id: tenant.place.id,
        branch_id,
        student_id: pupil.id,
        payer_parent_id: payer,
        subject_id: class_.id,
        user_id: whose,
        operator_id: parent_id ? operators.own : operators.others,
        mark,
        sen,
      }
    }
  })
  const make = async (noun: NounName, corner: Corner): Promise<Thing> => {
    const { make, platform } = nounOf(noun)
    const work = (trx: Trx) => make(trx, corner)
    return platform ? inPlatform(tenant.database.pool, work) : tenant.write(work)
  }
  const things = {} as Record<keyof typeof corners, Record<NounName, Thing>>
  for (const [relation, corner] of Object.entries(corners) as [keyof typeof corners, Corner][]) {
    things[relation] = {} as Record<NounName, Thing>
    for (const noun of Object.keys(nouns) as NounName[]) things[relation][noun] = await make(noun, corner)
  }
  return { tenant, things, more: (noun: NounName) => make(noun, corners.own) }
}

/** Everybody who could knock at a page: each role, two roles at once, none, ended, signed in elsewhere, not at all. */
async function everybody(
  web: App,
  home: Tenant,
  neighbour: Tenant,
  operators: { id: string; role: OperatorRole }[],
): Promise<Person[]> {
  const people: Person[] = []
  const sessionOf = async (tenant: Tenant, user_id: string, confirmed_at = new Date()) => {
    const { token, row } = newSession({ confirmed_at })
    await tenant.write((trx) =>
      trx
        .insertInto('session')
        .values({ ...row, user_id })
        .execute(),
    )
    return token
  }
  const add = async (name: string, held: Role[], given: { status?: string } = {}) => {
    const id =
      held.length === 1 && !given.status
        ? (await home.actor(held[0]!)).id
        : await home.write((trx) => withRoles(trx, home, held, given.status))
    const profile = given.status ? 'nobody' : 'user'
    people.push({ name, side: 'tenant', roles: held, profile, cookie: await sessionOf(home, id) })
  }
  for (const role of roles) await add(role, [role])
  await add('clerk and parent', ['clerk', 'parent'])
  await add('class-admin and supervisor', ['class-admin', 'supervisor'])
  await add('no role', [])
  const lately = new Date(Date.now() - 3_600_000)
  people.push({
    ...people[0]!,
    name: 'superadmin, not confirmed',
    stale: true,
    cookie: await sessionOf(home, (await home.actor('superadmin')).id, lately),
  })
  await add('switched off', ['superadmin'], { status: 'inactive' })
  const none = { roles: [], profile: 'none' } as const
  people.push({ name: 'guest', side: 'tenant', ...none })
  people.push({ name: 'guest at the main host', side: 'main', ...none })
  const stranger = await sessionOf(neighbour, (await neighbour.actor('superadmin')).id)
  const local = people[0]!.cookie!
  for (const { id, role } of operators) {
    const cookie = await operatorSession(web, id)
    const operator = { side: 'main', roles: [], operator: role, profile: 'operator' } as const
    people.push({ name: `operator: ${role}`, ...operator, cookie })
    if (role !== 'owner') continue
    people.push({ name: "an operator's cookie", side: 'tenant', ...none, cookie })
    const stale = await operatorSession(web, id, lately)
    people.push({ name: 'operator: owner, not confirmed', ...operator, cookie: stale, stale: true })
  }
  people.push({ name: "the neighbour's cookie", side: 'tenant', ...none, cookie: stranger })
  people.push({ name: "an organisation's cookie", side: 'main', ...none, cookie: local })
  people.push({
    name: 'operator switched off',
    side: 'main',
    roles: [],
    profile: 'nobody',
    cookie: await operatorSession(web, await newColleague(web, { status: 'inactive' })),
  })
  return people
}

async function withRoles(trx: Trx, { branch }: Tenant, held: Role[], status = 'active') {
  const staff = held.filter((role) => role !== 'parent')
  const account = await user(trx, { roles: staff, status }, { branch_id: branch.id })
  if (held.length > staff.length) {
    await parent(trx, { user_id: account.id })
    await trx.updateTable('user_account').set({ roles: held }).where('id', '=', account.id).execute()
  }
  return account.id
}

/** An operator of each role, with a password by which to confirm who it is. */
async function everyOperator(web: App): Promise<{ id: string; role: OperatorRole }[]> {
  const all: { id: string; role: OperatorRole }[] = []
  const password_hash = await hashPassword(password)
  for (const role of operatorRoles) all.push({ id: await newColleague(web, { role, password_hash }), role })
  return all
}

const newColleague = (web: App, given: Parameters<typeof newOperator>[0]): Promise<string> =>
  inPlatform(web.services.pool, async (trx) => {
    const operator = newOperator(given)
    await trx.insertInto('platform.operator').values(operator).execute()
    return operator.id
  })

async function operatorSession(web: App, operator_id: string, confirmed_at = new Date()): Promise<string> {
  const { token, row } = newSession({ confirmed_at })
  await inPlatform(web.services.pool, (trx) =>
    trx
      .insertInto('platform.operator_session')
      .values({ ...row, operator_id })
      .execute(),
  )
  return token
}

/**
 * One request as a browser sends it, or as a program does that calls the API: with a token and no cookie. Each comes
 * from an address of its own, so that no limit on addresses is in the way.
 */
async function send(
  web: App,
  home: Tenant,
  person: Person,
  method: string,
  path: string,
  given: SendOptions,
) {
  const host = given.host ?? (person.side === 'main' ? mainHost : `${home.host}:3000`)
  const origin = `http://${host}`
  const url = new URL(path, origin)
  const isCall = isApiPath(url.pathname)
  const headers = new Headers({
    host,
    accept: isCall ? 'application/json' : 'text/html',
    'accept-language': 'en',
  })
  if (person.cookie && isCall) headers.set('authorization', `Bearer ${person.cookie}`)
  if (person.cookie && !isCall) headers.set('cookie', `lunas=${person.cookie}`)
  if (!isCall) headers.set('sec-fetch-site', 'same-origin')
  const safe = method === 'GET' || method === 'HEAD'
  if (!safe && !isCall) headers.set('origin', origin)
  if (!safe && isCall) headers.set('content-type', 'application/json')
  for (const [name, value] of Object.entries(given.headers ?? {})) headers.set(name, value)
  const number = ++visitors
  if (number % 40 === 0) await forgetCalls(home)
  const address = `198.18.${(number >> 8) % 256}.${number % 256}`
  const fields = given.body ?? {}
  const body = safe ? null : isCall ? JSON.stringify(fields) : bodyOf(fields)
  return web.handle(new Request(url, { method, headers, body }), { address })
}

/** The counts of calls begin anew: somebody's sixty in a minute are soon made here, and have a test of their own. */
function forgetCalls({ database }: Tenant) {
  return asOwner(database.ownerUrl, (owner) =>
    sql`delete from platform.rate_limit where ctid in (
      select ctid from platform.rate_limit where key like 'api.%' for update skip locked)`.execute(owner),
  )
}

function bodyOf(fields: NonNullable<SendOptions['body']>): URLSearchParams {
  if (fields instanceof URLSearchParams) return fields
  return new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) =>
      [value].flat().map((one) => [name, String(one)] as [string, string]),
    ),
  )
}

/** Runs work for each of many things, a few at a time, as many browsers would. */
export async function each<T>(things: readonly T[], work: (thing: T) => Promise<void>, together = 8) {
  let index = 0
  const worker = async () => {
    while (index < things.length) await work(things[index++]!)
  }
  await Promise.all(Array.from({ length: together }, worker))
}
