import { z } from 'zod'
import type { Filters } from '#app/domain/lists/filters.ts'
import { usualLimit } from '#app/domain/lists/limits.ts'
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

interface Left {
  title: string
  filters: Filters<never>
}

/**
 * What an address says of a list or, when it says nothing, how this person left the list in this browser: its filters,
 * order and length, and neither the words that were looked for nor the page.
 */
export async function askedOrLeft(
  { actor }: RequestContext,
  list: Left,
  request: Request,
): Promise<URLSearchParams> {
  const { searchParams } = new URL(request.url)
  if (searchParams.size > 0) return searchParams
  const left = new URLSearchParams((await leftBy(actor.id, request)).get(list.title))
  // A browser may say anything in a cookie; what is looked for it says in the address, where it is checked.
  return new URLSearchParams([...left].filter(([name]) => isLasting(list, name)))
}

/** Remembers how a list is asked for, until it is asked for otherwise. */
export async function leave(
  { actor, cookies }: RequestContext,
  list: Left,
  search: object,
  request: Request,
): Promise<void> {
  const lists = await leftBy(actor.id, request)
  const query = lastingOf(list, search)
  if ((lists.get(list.title) ?? '') === query || query.length > longestQuery || !actor.id) return
  lists.delete(list.title)
  if (query) lists.set(list.title, query)
  const latest = [...lists].slice(-mostLists)
  cookies.push(await listsCookie.serialize({ of: actor.id, lists: latest }))
}

function isLasting({ filters }: Left, name: string): boolean {
  if (name === 'sort' || name === 'limit') return true
  return Object.hasOwn(filters, name) && filters[name]!.kind !== 'kept'
}

function lastingOf(list: Left, search: object): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (isLasting(list, name) && value !== undefined && value !== usualLimit) query.set(name, String(value))
  }
  return query.toString()
}

async function leftBy(id: string | null, request: Request): Promise<Map<string, string>> {
  const header = request.headers.get('cookie')
  if (!id || !header?.includes('lists=')) return new Map()
  const left = shape.safeParse(await listsCookie.parse(header)).data
  return new Map(left?.of === id ? left.lists : [])
}
