import type { ServerBuild } from '@remix-run/node'
import type pg from 'pg'
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
 * everybody looks around once, at the one page in the one language and at the next in the other, and of what somebody was
 * shown already all but families look at a share, one address each.
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
  const everybody = briefly ? inBothLanguages(all) : all
  const pages: WeighedPage[] = []
  const visits: Weighed['visits'] = []
  const seen = new Set<string>()
  for (const visitor of everybody) {
    const most = (route: string) => {
      if (!seen.has(route)) return perRoute
      return otherSide.includes(visitor.who) || turnOf(`${route} ${visitor.who}`) % 3 === 0 ? 1 : 0
    }
    const found = await crawl(visitor, briefly ? most : () => perRoute)
    for (const { route, status } of found) if (status === 200) seen.add(route.id)
    visits.push({ visitor, met: found })
    for (const met of found) {
      const weight = await weigh(met, sizeOf)
      // what somebody fills in on a page that shows something, such as a note, does not make it a form
      const isForm = weight.isForm && !met.route.id.endsWith('/view')
      pages.push({ ...met, ...weight, isForm, isPrintedList: /[/.-]print$/.test(met.route.id) })
    }
  }
  const shown = new Set(pages.filter(({ status }) => status === 200).map(({ route }) => route.id))
  const known = new Set(everybody.flatMap(({ map }) => map.pages))
  return { pages, visits, unmet: [...known].filter((id) => !shown.has(id)) }
}

/** Everybody once, who looks in the languages by turns. */
function inBothLanguages(all: readonly Visitor[]): Visitor[] {
  const byPerson = [...Map.groupBy(all, ({ map }) => map).values()].flatMap((those) => [
    ...Map.groupBy(those, ({ who }) => who).values(),
  ])
  return byPerson.map(([visitor, other]) => ({ ...visitor!, ...(other && { other }) }))
}
