import type { AppLoadContext, EntryContext } from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { toDoCountsForMenu } from '#app/server/request/to-do-counts.ts'
import { isOutage } from './server/http/outage.ts'
import { withPageData } from './server/request/page-data.ts'
import { pageInfo } from './server/request/page-info.ts'
import { PageProvider } from './ui/core/page-context.tsx'
import { isolateRightToLeft } from './ui/core/text/isolate.ts'

/**
 * Renders a page as one string: pages are small, and a string costs half of what a stream does. For the same reason it goes
 * to the handler (server/http/handle.ts) in the context, not as the body of a Response, which is a stream.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
) {
  const page = pageInfo(context, request, await toDoCountsForMenu(context))
  const html = renderToString(
    <I18nextProvider i18n={context.i18n}>
      <PageProvider page={page}>
        <RemixServer context={withPageData(remix, context)} url={request.url} nonce={context.nonce} />
      </PageProvider>
    </I18nextProvider>,
  )
  headers.set('content-type', 'text/html; charset=utf-8')
  context.html = `<!doctype html>${isolateRightToLeft(html)}`
  return new Response(null, { status, headers })
}

/**
 * Logs an unexpected error, with the request id that the reader sees. Answers with a status below 500, such as a wrong
 * method, are no errors, and the handler logs an outage.
 */
export function handleError(error: unknown, { context }: { context: AppLoadContext }) {
  if (isOutage(error) || (isRouteErrorResponse(error) && error.status < 500)) return
  context.services.log.error({ requestId: context.requestId, err: error }, 'unexpected error')
}
