import { z } from 'zod'
import type { Filters } from '#app/domain/core/lists/filters.ts'
import { defaultPageSize } from '#app/domain/core/lists/list.ts'
import { listsCookie } from '#app/server/http/cookies.ts'
import type { RequestContext } from '#app/server/request/context.ts'

/** The most lists that a browser remembers, because a cookie has little room; the one used longest ago is forgotten. */
const mostLists = 12
const longestQuery = 250

const shape = z.object({
  /** Id of the person; for anybody else who signs in with this browser the cookie counts for nothing. */
  of: z.string(),
  lists: z.array(z.tuple([z.string(), z.string().max(longestQuery)])).max(mostLists),
})

interface List {
  title: string
  filters: Filters<never>
}

/** The last search of each list in this browser: by the title of the list, as the query of an address. */
export type RememberedSearches = Map<string, string>

/** What the cookie of the browser holds, if it belongs to the person who is signed in. */
export async function rememberedSearches(
  { actor: { id } }: RequestContext,
  request: Request,
): Promise<RememberedSearches> {
  const header = request.headers.get('cookie')
  if (!id || !header?.includes('lists=')) return new Map()
  const stored = shape.safeParse(await listsCookie.parse(header)).data
  return new Map(stored?.of === id ? stored.lists : [])
}

/**
 * The search in the address or, where the address has none, the one that this browser remembers for the list: its filters,
 * order and page size, but neither the search text nor the page.
 */
export function givenOrRemembered(
  remembered: RememberedSearches,
  list: List,
  request: Request,
): URLSearchParams {
  const { searchParams } = new URL(request.url)
  if (searchParams.size > 0) return searchParams
  const query = new URLSearchParams(remembered.get(list.title))
  // A browser may send anything in a cookie, so only what we would have stored is taken from it.
  return new URLSearchParams([...query].filter(([name]) => isRemembered(list, name)))
}

/** Stores the search of a list in the cookie of the browser, where it differs from the stored one. */
export async function rememberSearch(
  { actor, cookies }: RequestContext,
  remembered: RememberedSearches,
  list: List,
  search: object,
): Promise<void> {
  const query = rememberedQuery(list, search)
  if ((remembered.get(list.title) ?? '') === query || query.length > longestQuery || !actor.id) return
  remembered.delete(list.title)
  if (query) remembered.set(list.title, query)
  const latest = [...remembered].slice(-mostLists)
  cookies.push(await listsCookie.serialize({ of: actor.id, lists: latest }))
}

function isRemembered({ filters }: List, name: string): boolean {
  if (name === 'sort' || name === 'limit') return true
  return Object.hasOwn(filters, name) && filters[name]!.kind !== 'link'
}

function rememberedQuery(list: List, search: object): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (isRemembered(list, name) && value !== undefined && value !== defaultPageSize)
      query.set(name, String(value))
  }
  return query.toString()
}
