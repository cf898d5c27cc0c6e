import type { EntryContext } from '@remix-run/node'
import { RemixServer } from '@remix-run/react'
import { renderToString } from 'react-dom/server'

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
) {
  const html = renderToString(<RemixServer context={remix} url={request.url} />)
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(`<!doctype html>${html}`, { status, headers })
}
