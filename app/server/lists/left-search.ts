import { z } from 'zod'
import type { Filters } from '#app/domain/core/lists/filters.ts'
import { usualLimit } from '#app/domain/core/lists/list.ts'
import { listsCookie } from '#app/server/http/cookies.ts'
import type { RequestContext } from '#app/server/request/context.ts'

/** Lists that a browser remembers at most, for the sake of a cookie's size; the one left longest ago is forgotten. */
const mostLists = 12
const longestQuery = 250

const shape = z.object({
  /** Whose; who signs in after somebody else begins anew. */
  of: z.string(),
  lists: z.array(z.tuple([z.string(), z.string().max(longestQuery)])).max(mostLists),
})

interface List {
  title: string
  filters: Filters<never>
}

/** How this person left lists in this browser: by title, as the search of an address. */
export type Left = Map<string, string>

/** What the browser's cookie says, if it is of who is signed in. */
export async function leftBy({ actor: { id } }: RequestContext, request: Request): Promise<Left> {
  const header = request.headers.get('cookie')
  if (!id || !header?.includes('lists=')) return new Map()
  const left = shape.safeParse(await listsCookie.parse(header)).data
  return new Map(left?.of === id ? left.lists : [])
}

/**
 * What an address says of a list or, when it says nothing, how this person left the list in this browser: its filters,
 * order and length, and neither the words that were looked for nor the page.
 */
export function askedOrLeft(left: Left, list: List, request: Request): URLSearchParams {
  const { searchParams } = new URL(request.url)
  if (searchParams.size > 0) return searchParams
  const query = new URLSearchParams(left.get(list.title))
  // A browser may say anything in a cookie; what is looked for it says in the address, where it is checked.
  return new URLSearchParams([...query].filter(([name]) => isLasting(list, name)))
}

/** Remembers how a list is asked for, until it is asked for otherwise. */
export async function leave(
  { actor, cookies }: RequestContext,
  left: Left,
  list: List,
  search: object,
): Promise<void> {
  const query = lastingOf(list, search)
  if ((left.get(list.title) ?? '') === query || query.length > longestQuery || !actor.id) return
  left.delete(list.title)
  if (query) left.set(list.title, query)
  const latest = [...left].slice(-mostLists)
  cookies.push(await listsCookie.serialize({ of: actor.id, lists: latest }))
}

function isLasting({ filters }: List, name: string): boolean {
  if (name === 'sort' || name === 'limit') return true
  return Object.hasOwn(filters, name) && filters[name]!.kind !== 'link'
}

function lastingOf(list: List, search: object): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (isLasting(list, name) && value !== undefined && value !== usualLimit) query.set(name, String(value))
  }
  return query.toString()
}
