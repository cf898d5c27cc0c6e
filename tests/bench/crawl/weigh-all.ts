import type { ServerBuild } from '@remix-run/node'
import type pg from 'pg'
import { locales } from '#app/i18n/locales.ts'
import { turnOf } from '#tests/support/run/soak.ts'
import { crawl, type Met, type Visitor } from './crawl.ts'
import { fetchPacked } from './fetch-packed.ts'
import { visitors } from './visitors.ts'
import { type Weight, weigh } from './weigh.ts'

export type WeighedPage = Met &
  Weight & {
    /** All rows of a list on paper: as heavy as what it lists. */
    isPrintedList: boolean
  }

export interface Weighed {
  pages: WeighedPage[]
  /** Everybody who has looked around, and what they have met. */
  visits: { visitor: Visitor; met: Met[] }[]
  /** Ids of the routes that nobody was led to. */
  unmet: string[]
}

interface Product {
  pool: pg.Pool
  build: ServerBuild
  port: number
  mainHost: string
}

/** Addresses of a route that are tried: some pages differ by what they are about. */
const perRoute = 6
/** Whoever sees pages from another side than staff, and so links that lead to pages of their own. */
const otherSide = ['parent', 'guest']

/**
 * Weighs every page of an organisation and of the operator, for everybody who may look at it, in each language. `briefly`:
 * roles that see less than others look in one of the languages, and of what somebody was shown already all but families look
 * at a share, one address each.
 */
export async function weighAll(
  { port, ...product }: Product,
  subdomain: string,
  { briefly = false } = {},
): Promise<Weighed> {
  const ask = (host: string, cookies: string) => fetchPacked(port, host, cookies)
  const file = ask(`${subdomain}.${product.mainHost}`, '')
  const sizes = new Map<string, Promise<number>>()
  const sizeOf = (path: string) => {
    const size = sizes.get(path) ?? file(path).then(({ body }) => body.length)
    sizes.set(path, size)
    return size
  }
  const all = await visitors({ ...product, ask }, subdomain)
  const everybody = briefly ? all.filter(looks) : all
  const pages: WeighedPage[] = []
  const visits: Weighed['visits'] = []
  /** Languages in which a route was shown. */
  const seen = new Map<string, Set<string>>()
  for (const visitor of everybody) {
    const most = (route: string) => {
      const shown = seen.get(route)
      if (!shown) return perRoute
      const looks = !shown.has(visitor.locale) || otherSide.includes(visitor.who)
      return looks || turnOf(`${route} ${visitor.who}`) % 3 === 0 ? 1 : 0
    }
    const found = await crawl(visitor, briefly ? most : () => perRoute)
    for (const { route, status } of found)
      if (status === 200) seen.set(route.id, (seen.get(route.id) ?? new Set()).add(visitor.locale))
    visits.push({ visitor, met: found })
    for (const met of found) {
      const isPrintedList = met.route.id.endsWith('/print')
      pages.push({ ...met, ...(await weigh(met, sizeOf)), isPrintedList })
    }
  }
  const shown = new Set(pages.filter(({ status }) => status === 200).map(({ route }) => route.id))
  const known = new Set(everybody.flatMap(({ map }) => map.pages))
  return { pages, visits, unmet: [...known].filter((id) => !shown.has(id)) }
}

/** Whoever sees all there is in both languages, the others in one, by turns. */
function looks({ who, locale }: Visitor): boolean {
  const seesAll = ['guest', 'operator', 'superadmin'].includes(who)
  return seesAll || locales[turnOf(who) % locales.length] === locale
}
