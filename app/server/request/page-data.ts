import { type AppLoadContext, data, type EntryContext } from '@remix-run/node'

/**
 * Remix writes down what loaders give, so that its scripts could read it in the browser, before it draws the page: a
 * twentieth of a page's cost, for a script that none of ours has. So a loader's data goes to the page by the request's
 * context, and Remix is given null. A route whose page has scripts says `hydrates` in its handle; its data goes as ever.
 */
export type PageData = Map<string, unknown>

interface WithInit {
  type: 'DataWithResponseInit'
  data: unknown
  init: ResponseInit | null
}

/** Keeps what the loader of a route gave for {@link withPageData}; gives what Remix shall take for it. */
export function keepForPage({ pageData }: AppLoadContext, routeId: string, given: unknown): unknown {
  if (!pageData || given === null || given === undefined || given instanceof Response) return given
  if (!hasInit(given)) {
    pageData.set(routeId, given)
    return null
  }
  pageData.set(routeId, given.data)
  return data(null, given.init ?? undefined)
}

/** What Remix hands to the page, with the data of its loaders back in its place. */
export function withPageData(remix: EntryContext, { pageData }: AppLoadContext): EntryContext {
  const { loaderData } = remix.staticHandlerContext
  for (const [routeId, kept] of pageData ?? []) if (loaderData[routeId] === null) loaderData[routeId] = kept
  return remix
}

const hasInit = (given: unknown): given is WithInit =>
  (given as Partial<WithInit>).type === 'DataWithResponseInit' && 'init' in (given as object)
