import { type AppLoadContext, data, type EntryContext } from '@remix-run/node'

/**
 * Remix serialises the data of loaders for its scripts in the browser before it renders the page. That is a twentieth of the
 * cost of a page, and our pages have no such scripts. So the data of a loader goes to the page through the request's
 * context, and Remix gets null. A route whose page has scripts says `hydrates` in its handle; its data goes the usual way.
 */
export type PageData = Map<string, unknown>

interface WithInit {
  type: 'DataWithResponseInit'
  data: unknown
  init: ResponseInit | null
}

/** Puts the data of a route's loader into the context, for {@link withPageData}; returns what Remix gets in its place. */
export function passToPage({ pageData }: AppLoadContext, routeId: string, given: unknown): unknown {
  if (!pageData || given === null || given === undefined || given instanceof Response) return given
  if (!hasInit(given)) {
    pageData.set(routeId, given)
    return null
  }
  pageData.set(routeId, given.data)
  return data(null, given.init ?? undefined)
}

/** The context that Remix renders from, with the data of the loaders put back. */
export function withPageData(remix: EntryContext, { pageData }: AppLoadContext): EntryContext {
  const { loaderData } = remix.staticHandlerContext
  for (const [routeId, given] of pageData ?? []) if (loaderData[routeId] === null) loaderData[routeId] = given
  return remix
}

const hasInit = (given: unknown): given is WithInit =>
  (given as Partial<WithInit>).type === 'DataWithResponseInit' && 'init' in (given as object)
