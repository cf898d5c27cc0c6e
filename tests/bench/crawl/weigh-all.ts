import type { ServerBuild } from '@remix-run/node'
import type pg from 'pg'
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

/**
 * Weighs every page of an organisation and of the operator, for everybody who may look at it, in each language. `briefly`:
 * what somebody was shown already in this language, the next see at one address of its route.
 */
export async function weighAll(
  { port, ...product }: Product,
  subdomain: string,
  { briefly = false } = {},
): Promise<Weighed> {
  const ask = (host: string, cookies: string) => fetchPacked(port, host, cookies)
  const file = ask(`${subdomain}.${product.mainHost}`, '')
  const known = new Map<string, Promise<number>>()
  const sizeOf = (path: string) => {
    const size = known.get(path) ?? file(path).then(({ body }) => body.length)
    known.set(path, size)
    return size
  }
  const everybody = await visitors({ ...product, ask }, subdomain)
  const pages: WeighedPage[] = []
  const visits: Weighed['visits'] = []
  const seen = new Set<string>()
  for (const visitor of everybody) {
    const inTheirs = (route: string) => `${route} ${visitor.locale}`
    const before = new Set(briefly ? seen : [])
    const all = await crawl(visitor, (route) => (before.has(inTheirs(route)) ? 1 : perRoute))
    for (const { route, status } of all) if (status === 200) seen.add(inTheirs(route.id))
    visits.push({ visitor, met: all })
    for (const met of all) {
      const isPrintedList = met.route.id.endsWith('/print')
      pages.push({ ...met, ...(await weigh(met, sizeOf)), isPrintedList })
    }
  }
  const shown = new Set(pages.filter(({ status }) => status === 200).map(({ route }) => route.id))
  const all = new Set(everybody.flatMap(({ map }) => map.pages))
  return { pages, visits, unmet: [...all].filter((id) => !shown.has(id)) }
}
