/** A list's search as the page's address holds it: `q`, `page`, `limit`, `sort`, and the filters. */
export type Search = Readonly<Record<string, unknown>>

const DEFAULTS: Record<string, string> = { page: '1', limit: '25' }

/**
 * The query of a link that changes a part of a search: `?q=ali&page=2`. An empty one is `?q=`, the whole list, because an address
 * without a query shows the remembered search.
 */
export function queryWith(search: Search, changes: Search = {}): string {
  return plainQuery(search, changes) || '?q='
}

/** The same where no search is remembered: empty values and defaults are left out, and an empty query is ''. */
export function plainQuery(search: Search, changes: Search = {}): string {
  const query: string[] = []
  for (const [name, value] of Object.entries({ ...search, ...changes })) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (isSaid(one) && DEFAULTS[name] !== String(one))
        query.push(`${encoded(name)}=${encoded(String(one))}`)
    }
  }
  return query.length > 0 ? `?${query.join('&')}` : ''
}

const asItIs = /^[\w*.-]*$/

/** As URLSearchParams writes it. A list has forty links, most of them with nothing to encode. */
const encoded = (text: string) =>
  asItIs.test(text) ? text : String(new URLSearchParams({ '': text })).slice(1)

/** The query that orders by a column, and the other way round when it does already. */
export function querySorted(search: Search, key: string): string {
  return queryWith(search, { sort: search.sort === key ? `-${key}` : key, page: 1 })
}

/** True when the search leaves rows out. */
export function isNarrowed(search: Search): boolean {
  return Object.entries(search).some(([name, value]) => !ORDERING.has(name) && isSaid(value))
}

/** True when a filter is set: more than the search text. */
export function isFiltered(search: Search): boolean {
  return isNarrowed({ ...search, q: undefined })
}

const ORDERING = new Set(['page', 'limit', 'sort'])

function isSaid(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isSaid)
  return value !== undefined && value !== null && value !== '' && value !== false
}
