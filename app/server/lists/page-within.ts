/** The page that an address asks for; what is no page is the first one, what is beyond the last is the last. */
export const pageWithin = (search: URLSearchParams, pages: number): number =>
  Math.min(pages, Math.max(1, Number.parseInt(search.get('page') ?? '', 10) || 1))
