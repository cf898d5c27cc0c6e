import { isApiPath } from '#app/server/api/path.ts'
import { hostOf } from '#app/server/routing/site.ts'

/** True when a request's line and its Host header name the same host; `GET http://other/` and `GET //other/` do not. */
export function namesOneHost({ hostname }: URL, { headers }: Request): boolean {
  return hostname === hostOf(headers.get('host'))
}

/** True for an address that the database can store as text: no broken escapes, no zero bytes. */
export function isReadable({ pathname, search }: URL): boolean {
  try {
    return !decodeURIComponent(pathname).includes('\0') && !search.includes('%00')
  } catch {
    return false
  }
}

/**
 * The request as Remix gets it: at our own address, since Remix believes X-Forwarded-Host; without the parameter of its
 * old data requests, which nothing of ours sends; with a signal of ours, because a closed tab must not cut a running
 * action short; a call without cookies, a page without `Authorization`.
 */
export function innerRequest(
  incoming: Request,
  { pathname, search }: URL,
  { origin, body, signal }: { origin: string; body: BodyInit | null; signal: AbortSignal },
): Request {
  const url = new URL(origin + pathname + search)
  if (url.searchParams.has('_data')) url.searchParams.delete('_data')
  const headers = new Headers(incoming.headers)
  headers.set('host', url.host)
  for (const name of ['forwarded', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-for'])
    headers.delete(name)
  headers.delete(isApiPath(pathname) ? 'cookie' : 'authorization')
  const init: RequestInit & { duplex: 'half' } = {
    method: incoming.method,
    headers,
    body,
    signal,
    duplex: 'half',
  }
  return new Request(url, init)
}

export const isSafe = ({ method }: Request): boolean =>
  method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
