import type { i18n, TFunction } from 'i18next'
import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import { type Permission, scopeOf } from '#app/domain/core/access/access.ts'
import { type OperatorPermission, operatorMay } from '#app/domain/core/access/operator-access.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import type { TenantLabels } from '#app/domain/core/labels/label.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { recordHelpPage } from '#app/domain/platform/help-visits/at-organisation.ts'
import { withheldIn } from '#app/domain/platform/subscriptions/own-subscription.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { bearerToken } from '#app/server/api/bearer.ts'
import { isApiPath } from '#app/server/api/path.ts'
import { flashCookie, helperCookie, sessionToken } from '#app/server/http/cookies.ts'
import { isSafe } from '#app/server/http/inner-request.ts'
import type { Profile } from '#app/server/routing/gate.ts'
import { helperPosts } from '#app/server/routing/helper-gate.ts'
import { type Entity, findEntity, type Site } from '#app/server/routing/site.ts'
import { type Session, touchSession } from '#app/server/session/session.ts'
import { platformRef } from '#db/pool.ts'
import { type Last, type RequestDatabase, requestDatabase } from '#db/request-database.ts'
import type { DB } from '#db/types.ts'
import { readWithTenant } from '#db/with-tenant.ts'
import { actorOf, isLiving, languageOf, sessionOf, visitToken } from './arrived.ts'
import { countedAs } from './cached-counts.ts'
import type { PageData } from './page-data.ts'
import type { Services } from './services.ts'

const flashShape = z.object({
  tone: z.enum(['success', 'notice', 'error']),
  key: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
})
/** Shown once on the next page: a key of the group `flash` and its placeholders. */
export type FlashMessage = z.output<typeof flashShape>

/** What the page that asks must know: where the reader was going, and the form that was on its way there. */
export interface Asking {
  to: string
  kept: string | null
}

/** What a loader or action gets as `context`: all that is settled before Remix runs. */
export type RequestContext = {
  requestId: string
  /** Path of the address that was asked for. */
  path: string
  site: Site
  /** A form or a call was sent: what the loaders show is the answer to it. */
  posts: boolean
  /** A call of the API: its token came in the `Authorization` header and in no other way, and all answers are JSON. */
  api: boolean
  locale: Locale
  /** The words of this request: the reader's language, as the organisation speaks it. */
  i18n: i18n
  t: TFunction
  /** The organisation's own words, for `i18nOf` of another language; undefined when it has none. */
  labels: TenantLabels | undefined
  /** Forgets the organisation's words, because this request has changed them. */
  labelsChanged(): void
  /** Today in Malaysia, `YYYY-MM-DD`. */
  today: string
  /** Nonce of this answer's inline styles. */
  nonce: string
  flash: FlashMessage | undefined
  services: Services
  session: Session | undefined
  /** The token that a page's browser brought, whatever it is worth: a session that begins takes its place. */
  brought: string | undefined
  profile: Profile
  /** An operator who must set up a second factor before anything else. */
  lacksSecondFactor: boolean
  actor: Actor
  /** The read-only transaction that all loaders of this request share. */
  read(): Promise<Kysely<DB>>
  /** The one read-write transaction of an action; after it what waits for people here is counted anew. */
  write<R>(work: (trx: Transaction<DB>, last: Last) => Promise<R>): Promise<R>
  /** The same for what leaves everybody's work as it was, so that pages beside many of it need not count anew. */
  writeQuietly<R>(work: (trx: Transaction<DB>, last: Last) => Promise<R>): Promise<R>
  /** That in a single flight, for what asks everything at once and decides nothing by the answer. */
  writeAtOnce<R>(work: (trx: Transaction<DB>) => Promise<R>): Promise<R>
  /** One read-only step on the connections of reports, at the place of this request: it keeps no page waiting. */
  report<R>(work: (db: Kysely<DB>) => Promise<R>): Promise<R>
  /** It works in the place of an organisation that it entered. */
  entered: boolean
  /** From here on this request works in the place of an organisation (main-host pages by code, gateway calls). */
  enter(entity: Entity): Promise<void>
  /** The same by its id; undefined, and nothing is changed, where there is no such organisation. */
  enterById(id: string): Promise<Entity | undefined>
  /** And from here on again in its own: on the main host in the platform's tables. */
  leave(): Promise<void>
  /** An organisation by id; on the main host, before `enter`. */
  entityById(id: string): Promise<Entity | undefined>
  /** Whether the roles of who is signed in give a permission, and the organisation's package what it is for. */
  can(permission: Permission): boolean
  /** Why a permission that the roles give is of no use: the package lacks it, or the subscription is over. */
  withheld(permission: Permission): Refusal | undefined
  operatorCan(permission: OperatorPermission): boolean
  /** Rows that the signed-in user may reach with a permission; refuses who does not hold it. */
  scope(permission: Permission): RowScope
  /** Lets go of the connection while another server is called; only where no other loader of the page reads. */
  rest(): Promise<void>
  /** What the loaders of this page gave; undefined when Remix's own scripts ask for the data of one. */
  pageData: PageData | undefined
  /** The page as it was drawn, when it was. */
  html: string | undefined
  /** Cookies that the answer sets, whatever else it is. */
  cookies: string[]
  /** Set when a form was posted that needs a proof first: what the page that asks for it must know. */
  asking?: Asking
  /** Set when a loader or action found the database gone; then nothing else of this request counts. */
  outage?: unknown
  close(): Promise<void>
}

declare module '@remix-run/node' {
  interface AppLoadContext extends RequestContext {}
  interface Future {
    v3_singleFetch: true
  }
}

export interface Arrival {
  requestId: string
  /** Path of the address that was asked for. */
  path: string
  /** The same as the URL map has it, without ids. */
  address: () => string
  nonce: string
  ip: string | null
}

/** Opens the context of one request: connection (lazy), session, language, actor. Close it in a `finally`. */
export async function openContext(
  site: Site,
  request: Request,
  arrival: Arrival,
  services: Services,
): Promise<RequestContext> {
  const home = site.side === 'tenant' ? site.entity.place : platformRef
  let place = home
  const database = requestDatabase(services.pool, home)
  const api = isApiPath(arrival.path)
  try {
    // Calls bring their token in a header and pages in a cookie; neither is ever looked for in the other's place.
    const token = api ? bearerToken(request) : sessionToken(request)
    const visit = await visitToken(site, api, request)
    const session = await sessionOf(site, { token, visit }, () => database.read())
    const helps = session?.kind === 'helper' ? session : undefined
    const locale = await languageOf(site, session, request)
    const labels = await labelsFor(site, session, database, services)
    const visitor = { ip: arrival.ip, user_agent: request.headers.get('user-agent') }
    if (isLiving(session) && session.stale) await database.write((trx) => touchSession(trx, session, visitor))
    const actor = actorOf(session, { ...visitor, request_id: arrival.requestId })
    if (helps && isSafe(request))
      await database.write((trx) => recordHelpPage(trx, actor, helps.id, arrival.address()))
    const i18n = i18nOf(locale, labels)
    const withheld = (permission: Permission) =>
      site.side === 'tenant' ? withheldIn(site.entity, actor.roles, permission) : undefined
    const can = (permission: Permission) =>
      scopeOf(actor.roles, permission) !== undefined && !withheld(permission)
    const writing = async <R>(work: () => Promise<R>): Promise<R> => {
      if (helps && !helperPosts(arrival.path)) throw new Refusal('help_visit.only_looks')
      return work()
    }
    const written = async <R>(work: () => Promise<R>): Promise<R> => {
      const done = await writing(work)
      services.waiting.forget(countedAs(site))
      return done
    }
    const enter = (entity: Entity) => {
      place = entity.place
      return database.moveTo(place)
    }
    return {
      ...arrival,
      site,
      posts: !isSafe(request),
      api,
      locale,
      i18n,
      t: i18n.getFixedT(locale),
      labels,
      labelsChanged: () => {
        if (site.side === 'tenant') services.labels.forget(site.entity.id)
      },
      today: currentDay(),
      flash: await flashOf(request),
      services,
      session,
      brought: api ? undefined : token,
      profile: session?.kind ?? 'none',
      lacksSecondFactor:
        session?.kind === 'operator' && !session.second_factor && services.secondFactor === 'required',
      actor,
      pageData: arrival.path.endsWith('.data') ? undefined : new Map(),
      html: undefined,
      // A visit that is over leaves nothing behind.
      cookies: visit && !helps ? [await helperCookie.end()] : [],
      read: () => database.read(),
      write: (work) => written(() => database.write(work)),
      writeQuietly: (work) => writing(() => database.write(work)),
      writeAtOnce: (work) => writing(() => database.writeAtOnce(work)),
      report: (work) => readWithTenant(services.reportPool, place, work),
      get entered() {
        return place !== home
      },
      enter,
      enterById: async (id) => {
        const db = await database.read()
        // The end of its transaction travels behind the one query.
        const [entity] = await Promise.all([findEntity(db, { id }), database.rest()])
        if (entity) await enter(entity)
        return entity
      },
      leave: () => {
        place = home
        return database.moveTo(home)
      },
      entityById: async (id) => findEntity(await database.read(), { id }),
      can,
      withheld: (permission) => (scopeOf(actor.roles, permission) ? withheld(permission) : undefined),
      operatorCan: (permission) =>
        actor.operator_role !== null && operatorMay(actor.operator_role, permission),
      scope: (permission) => {
        const found = rowScope(actor, permission)
        const refusal = withheld(permission)
        if (refusal) throw refusal
        return found
      },
      rest: () => database.rest(),
      close: () => database.close(),
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Who is signed in needs a query only after a change; a guest's connection is given back at once. */
async function labelsFor(
  site: Site,
  session: Session | undefined,
  database: RequestDatabase,
  services: Services,
): Promise<TenantLabels | undefined> {
  if (site.side === 'main') return undefined
  const version = session?.kind === 'user' ? session.label_version : undefined
  let asked = false
  const labels = await services.labels.of(site.entity.id, version, () => {
    asked = true
    return database.read()
  })
  if (asked && !session) await database.rest()
  return labels
}

async function flashOf(request: Request): Promise<FlashMessage | undefined> {
  const header = request.headers.get('cookie')
  if (!header?.includes('flash=')) return undefined
  return flashShape.safeParse(await flashCookie.parse(header)).data
}

function rowScope(actor: Actor, permission: Permission): RowScope {
  const scope = scopeOf(actor.roles, permission)
  if (!scope || !actor.id) throw new Refusal('action_not_allowed')
  return { scope, user_id: actor.id, branch_ids: actor.branch_ids, parent_id: actor.parent_id }
}
