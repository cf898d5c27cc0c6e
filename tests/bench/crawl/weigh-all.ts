import type { ServerBuild } from '@remix-run/node'
import type pg from 'pg'
import { crawl, type Met } from './crawl.ts'
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
  /** Ids of the routes that nobody was led to. */
  unmet: string[]
}

interface Product {
  pool: pg.Pool
  build: ServerBuild
  port: number
  mainHost: string
}

/** Weighs every page of an organisation and of the operator, for everybody who may look at it, in each language. */
export async function weighAll({ port, ...product }: Product, subdomain: string): Promise<Weighed> {
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
  for (const visitor of everybody) {
    for (const met of await crawl(visitor)) {
      const isPrintedList = met.route.id.endsWith('/print')
      pages.push({ ...met, ...(await weigh(met, sizeOf)), isPrintedList })
    }
  }
  const shown = new Set(pages.filter(({ status }) => status === 200).map(({ route }) => route.id))
  const all = new Set(everybody.flatMap(({ map }) => map.pages))
  return { pages, unmet: [...all].filter((id) => !shown.has(id)) }
}
