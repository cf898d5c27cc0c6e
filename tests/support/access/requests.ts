import { sql } from 'kysely'
import type { Locale } from '#app/i18n/locales.ts'
import { isApiPath } from '#app/server/api/path.ts'
import { languageCookie } from '#app/server/http/cookies.ts'
import { asOwner } from '#db/owner.ts'
import type { Tenant } from '#tests/support/database/tenant.ts'
import { type App, mainHost } from '#tests/support/product/http.ts'
import { soaking } from '#tests/support/run/soak.ts'
import type { Person } from './people.ts'
import type { Fields } from './row.ts'

export interface SendOptions {
  /** Fields of a form, or the JSON of a call. */
  body?: Fields | URLSearchParams
  headers?: Record<string, string>
  /** Another host than the person's own. */
  host?: string
  /** The language that the browser was told to show; English, as a rule. */
  locale?: Locale
}

let visitors = 0
let calls = 0

/**
 * One request as a browser sends it, or as a program does that calls the API: with a token and no cookie. Each comes
 * from an address of its own, so that no limit on addresses is in the way.
 */
export async function send(
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
  const language = given.locale && (await languageCookie.serialize(given.locale)).split(';')[0]
  const cookies = [person.cookie && `lunas=${person.cookie}`, language].filter(Boolean)
  if (cookies.length > 0 && !isCall) headers.set('cookie', cookies.join('; '))
  if (!isCall) headers.set('sec-fetch-site', 'same-origin')
  const safe = method === 'GET' || method === 'HEAD'
  if (!safe && !isCall) headers.set('origin', origin)
  if (!safe && isCall) headers.set('content-type', 'application/json')
  for (const [name, value] of Object.entries(given.headers ?? {})) headers.set(name, value)
  const number = ++visitors
  if (isCall && ++calls % 40 === 0) await forgetCalls(home)
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

/** A connection knows the statements that it was asked before: the fewer they are, the more each of them knows. */
const atATime = soaking ? 8 : 3

/** Runs work for each of many things, a few at a time, as many browsers would. */
export async function each<T>(things: readonly T[], work: (thing: T) => Promise<void>, together = atATime) {
  let index = 0
  const worker = async () => {
    while (index < things.length) await work(things[index++]!)
  }
  await Promise.all(Array.from({ length: together }, worker))
}
