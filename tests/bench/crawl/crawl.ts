import { gunzipSync } from 'node:zlib'
import { turnOf } from '#tests/support/run/soak.ts'
import type { FoundRoute, SiteMap } from './site-map.ts'

/** An answer as it travelled: the body is still packed. */
export interface Answer {
  status: number
  type: string
  encoding: string
  body: Buffer
}

/** Asks one host, as somebody, in a language; with a form it is posted, as the host's own pages would. */
export type Ask = (path: string, form?: URLSearchParams) => Promise<Answer>

export interface Visitor {
  /** The role, or "guest". */
  who: string
  locale: string
  ask: Ask
  map: SiteMap
  /** Addresses that no page links to for this visitor, such as those in a mail. */
  more?: string[]
  /** The same person in another language, in which every other page of a route is looked at. */
  other?: Visitor
}

/** A page that was met, with its unpacked text. */
export interface Met {
  who: string
  locale: string
  path: string
  status: number
  route: FoundRoute
  /** Bytes that travelled. */
  bytes: number
  html: string
}

/**
 * Everything that a visitor can reach by links, and every page whose address has no parameter. Ids and codes come from
 * the pages themselves. Of a route the first addresses that are met are tried, as many as `most` says, and, where
 * that is more than one, those that no page links to besides. What a narrowed list leads to comes before the first of all
 * rows: what waits for somebody may stand far behind them.
 */
export async function crawl(visitor: Visitor, most: (route: string) => number): Promise<Met[]> {
  const { who, map, more = [] } = visitor
  const met: Met[] = []
  const tried = new Map<string, Set<string>>()
  const queue = [...more, ...map.starts]
  const named = new Set(more)
  const limit = (id: string, path: string) => (most(id) > 1 && named.has(path) ? Infinity : most(id))
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const route = map.pageOf(path)
    if (!route || !isNew(tried, route.id, path, limit(route.id, path))) continue
    const { locale, ask } = inTurn(visitor, `${route.id} ${who}`, tried.get(route.id)!.size)
    const answer = await ask(path)
    if (!answer.type.startsWith('text/html')) continue
    const html = textOf(answer)
    met.push({ who, locale, path, status: answer.status, route, bytes: answer.body.length, html })
    const { narrowed = [], plain = [] } = Object.groupBy(linksOf(html), (link) =>
      link.includes('?') ? 'narrowed' : 'plain',
    )
    if (path.includes('?')) queue.unshift(...plain)
    else queue.push(...plain)
    queue.push(...narrowed)
  }
  return met
}

/** Who of the two looks: the one or the other begins, by turns, and then they take turns. */
export function inTurn(visitor: Visitor, what: string, count = 0): Visitor {
  const { other } = visitor
  return other && (turnOf(what) + count) % 2 === 1 ? other : visitor
}

function isNew(tried: Map<string, Set<string>>, id: string, path: string, most: number): boolean {
  const paths = tried.get(id) ?? new Set()
  tried.set(id, paths)
  if (paths.has(path) || paths.size >= most) return false
  paths.add(path)
  return true
}

/** The text of an answer, unpacked. */
export function textOf({ encoding, body }: Answer): string {
  if (encoding !== '' && encoding !== 'gzip') throw new Error(`asked for gzip and got ${encoding}`)
  return (encoding === 'gzip' ? gunzipSync(body) : body).toString()
}

/** Paths of this host that a page links to. */
function linksOf(html: string): string[] {
  return [...html.matchAll(/\shref="(\/[^"/][^"]*|\/)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'))
}
