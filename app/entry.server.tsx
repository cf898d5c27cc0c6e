import type { AppLoadContext, EntryContext } from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { isOutage } from './server/http/outage.ts'
import { withPageData } from './server/request/page-data.ts'
import { pageInfo } from './server/request/page-info.ts'
import { waitingInMenu } from './server/request/waiting.ts'
import { PageProvider } from './ui/core/page-context.tsx'

/**
 * Pages are rendered whole: they are small, and a string costs half of what a stream does. For the same reason it goes
 * to the handler by the context and not as the body of a Response, which is a stream.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
) {
  const page = pageInfo(context, request, await waitingInMenu(context))
  const html = renderToString(
    <I18nextProvider i18n={context.i18n}>
      <PageProvider page={page}>
        <RemixServer context={withPageData(remix, context)} url={request.url} nonce={context.nonce} />
      </PageProvider>
    </I18nextProvider>,
  )
  headers.set('content-type', 'text/html; charset=utf-8')
  context.html = `<!doctype html>${html}`
  return new Response(null, { status, headers })
}

/**
 * Logged once, here, with the id that the reader sees. Not what is an answer with a status, such as a wrong method, nor
 * an outage, which the handler tells of.
 */
export function handleError(error: unknown, { context }: { context: AppLoadContext }) {
  if (isOutage(error) || (isRouteErrorResponse(error) && error.status < 500)) return
  context.services.log.error({ requestId: context.requestId, err: error }, 'unexpected error')
}
