import type { i18n, TFunction } from 'i18next'
import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import { type Permission, scopeOf } from '#app/domain/core/access/access.ts'
import { type OperatorPermission, operatorMay } from '#app/domain/core/access/operator-access.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import type { TenantLabels } from '#app/domain/core/labels/label.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { recordHelpPage } from '#app/domain/platform/help-visits/change-help-visit.ts'
import { withheldIn } from '#app/domain/platform/subscriptions/find-subscriptions.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { bearerToken } from '#app/server/api/bearer.ts'
import { isApiPath } from '#app/server/api/path.ts'
import { flashCookie, helperCookie, sessionToken } from '#app/server/http/cookies.ts'
import { isSafe } from '#app/server/http/inner-request.ts'
import { type LanguageChoice, languageChoice, rememberLanguage } from '#app/server/http/language-choice.ts'
import type { Profile } from '#app/server/routing/gate.ts'
import { helperPosts } from '#app/server/routing/helper-gate.ts'
import { type Entity, findEntity, type Site } from '#app/server/routing/site.ts'
import { type Session, touchSession } from '#app/server/session/session.ts'
import { platformRef } from '#db/pool.ts'
import { type Last, type RequestDatabase, requestDatabase } from '#db/request-database.ts'
import type { DB } from '#db/types.ts'
import { readWithTenant } from '#db/with-tenant.ts'
import type { PageData } from './page-data.ts'
import { actorOf, isSignedIn, languageOf, sessionOf, visitToken } from './requester.ts'
import type { Services } from './services.ts'
import { countCacheKey } from './to-do-count-cache.ts'

const flashShape = z.object({
  tone: z.enum(['success', 'notice', 'error']),
  key: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
})
/** Shown once on the next page: a key of the group `flash` and its placeholders. */
export type FlashMessage = z.output<typeof flashShape>

/** What the page "confirm it is you" needs: where the reader was going, and the posted form. */
export interface PendingConfirmation {
  to: string
  /** The posted fields, sealed for this session. */
  sealedForm: string | null
}

/** What a loader or action gets as `context`: all that is settled before Remix runs. */
export type RequestContext = {
  requestId: string
  /** Path of the address that was asked for. */
  path: string
  site: Site
  /** A form or a call was sent, so loaders run only for the page that answers it. */
  isSubmission: boolean
  /** A call of the API: its token is taken from the `Authorization` header only, and all answers are JSON. */
  api: boolean
  locale: Locale
  /** What this browser remembers or the link names; `locale` is what follows from it. */
  language: LanguageChoice | undefined
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
  /** The session token of the browser, valid or not; a new session replaces it. Undefined for a call of the API. */
  presentedToken: string | undefined
  profile: Profile
  /** An operator who must set up a second factor before anything else. */
  lacksSecondFactor: boolean
  actor: Actor
  /** The read-only transaction that all loaders of this request share. */
  read(): Promise<Kysely<DB>>
  /** The one read-write transaction of an action; the to-dos in the menu are counted again after it. */
  write<R>(work: (trx: Transaction<DB>, last: Last) => Promise<R>): Promise<R>
  /** The same for changes that alter nobody's to-dos, so that frequent ones do not make every page count again. */
  writeWithoutRecount<R>(work: (trx: Transaction<DB>, last: Last) => Promise<R>): Promise<R>
  /** The same in one round trip, for work that sends all its queries at once and decides nothing by their results. */
  writeInOneFlight<R>(work: (trx: Transaction<DB>) => Promise<R>): Promise<R>
  /** One read-only transaction on a connection for reports, in the same schema: it keeps no page waiting. */
  report<R>(work: (db: Kysely<DB>) => Promise<R>): Promise<R>
  /** The request works in the schema of an organisation after `enterTenant`. */
  inOtherTenant: boolean
  /** Moves this request to the schema of an organisation (main-host pages by code, calls of gateways). */
  enterTenant(entity: Entity): Promise<void>
  /** The same by id; undefined, and the request stays where it is, when there is no such organisation. */
  enterTenantById(id: string): Promise<Entity | undefined>
  /** Moves this request back to the schema of its host: on the main host to the platform's tables. */
  leaveTenant(): Promise<void>
  /** An organisation by id; on the main host, before `enterTenant`. */
  entityById(id: string): Promise<Entity | undefined>
  /** Whether the roles of the person give a permission, and the organisation's package includes the feature. */
  can(permission: Permission): boolean
  /** Why a permission that the roles give cannot be used: the package lacks the feature, or the subscription is over. */
  withheld(permission: Permission): Refusal | undefined
  operatorCan(permission: OperatorPermission): boolean
  /** The rows that a permission gives access to; refuses (action_not_allowed) who does not hold it. */
  scope(permission: Permission): RowScope
  /** Gives the connection back while another server is called; only where no other loader of the page reads. */
  releaseConnection(): Promise<void>
  /** The data of the loaders of this page; undefined when Remix's own scripts request the data alone. */
  pageData: PageData | undefined
  /** The rendered page. */
  html: string | undefined
  /** Cookies that the answer sets, whichever route gives it. */
  cookies: string[]
  /** Set when a posted form needs the person to confirm who they are first. */
  pendingConfirmation?: PendingConfirmation
  /** Set when a loader or action found the database offline; the whole request then fails with it. */
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
  /** The pattern of that path in the URL map, without ids: `/invoice/view/:id`. */
  routePattern: () => string
  nonce: string
  ip: string | null
}

/** Opens the context of one request: session, language, actor, and a connection at the first query. Close it in a `finally`. */
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
    // Calls bring their token in a header and pages in a cookie; neither is ever read from the other.
    const token = api ? bearerToken(request) : sessionToken(request)
    const visit = await visitToken(site, api, request)
    const session = await sessionOf(site, { token, visit }, () => database.read())
    const helper = session?.kind === 'helper' ? session : undefined
    const language = api ? undefined : await languageChoice(request)
    const locale = await languageOf(site, session, language, request)
    const labels = await labelsFor(site, session, database, services)
    const visitor = { ip: arrival.ip, user_agent: request.headers.get('user-agent') }
    if (isSignedIn(session) && session.stale)
      await database.write((trx) => touchSession(trx, session, visitor))
    const actor = actorOf(session, { ...visitor, request_id: arrival.requestId })
    if (helper && isSafe(request))
      await database.write((trx) => recordHelpPage(trx, actor, helper.id, arrival.routePattern()))
    const i18n = i18nOf(locale, labels)
    const refuseHelper = async <R>(work: () => Promise<R>): Promise<R> => {
      if (helper && !helperPosts(arrival.path)) throw new Refusal('help_visit.only_looks')
      return work()
    }
    const thenRecount = async <R>(work: () => Promise<R>): Promise<R> => {
      const done = await work()
      services.toDoCounts.forget(countCacheKey(site))
      return done
    }
    const enterTenant = (entity: Entity) => {
      place = entity.place
      return database.moveTo(place)
    }
    return {
      ...arrival,
      site,
      isSubmission: !isSafe(request),
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
      presentedToken: api ? undefined : token,
      profile: session?.kind ?? 'none',
      lacksSecondFactor:
        session?.kind === 'operator' && !session.second_factor && services.secondFactor === 'required',
      actor,
      pageData: arrival.path.endsWith('.data') ? undefined : new Map(),
      html: undefined,
      language,
      cookies: [
        // The cookie of a support visit that is over is removed.
        ...(visit && !helper ? [await helperCookie.end()] : []),
        ...(language?.isNew && !isSignedIn(session) ? [await rememberLanguage(language)] : []),
      ],
      read: () => database.read(),
      write: (work) => thenRecount(() => refuseHelper(() => database.write(work))),
      writeWithoutRecount: (work) => refuseHelper(() => database.write(work)),
      writeInOneFlight: (work) => refuseHelper(() => database.writeInOneFlight(work)),
      report: (work) => readWithTenant(services.reportPool, place, work),
      get inOtherTenant() {
        return place !== home
      },
      enterTenant,
      enterTenantById: async (id) => {
        const db = await database.read()
        // The end of the transaction is sent right behind the query, without waiting for its result.
        const [entity] = await Promise.all([findEntity(db, { id }), database.releaseConnection()])
        if (entity) await enterTenant(entity)
        return entity
      },
      leaveTenant: () => {
        place = home
        return database.moveTo(home)
      },
      entityById: async (id) => findEntity(await database.read(), { id }),
      ...permissionsOf(site, actor),
      releaseConnection: () => database.releaseConnection(),
      close: () => database.close(),
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

function permissionsOf(
  site: Site,
  actor: Actor,
): Pick<RequestContext, 'can' | 'withheld' | 'operatorCan' | 'scope'> {
  const withheld = (permission: Permission) =>
    site.side === 'tenant' ? withheldIn(site.entity, actor.roles, permission) : undefined
  return {
    can: (permission) => scopeOf(actor.roles, permission) !== undefined && !withheld(permission),
    withheld: (permission) => (scopeOf(actor.roles, permission) ? withheld(permission) : undefined),
    operatorCan: (permission) => actor.operator_role !== null && operatorMay(actor.operator_role, permission),
    scope: (permission) => {
      const found = rowScope(actor, permission)
      const refusal = withheld(permission)
      if (refusal) throw refusal
      return found
    },
  }
}

/**
 * The organisation's own words. For a signed-in person they are read again only after a change; the connection of a guest
 * is given back at once.
 */
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
  if (asked && !session) await database.releaseConnection()
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
