import { isApiPath } from '#app/server/api/path.ts'
import { isSafe } from './inner-request.ts'

/** Other servers and their pages call these; each call is proven by its signature or a secret instead. */
const gatewayPaths = /^\/(?:fpx\/(?:direct|indirect)|chip\/(?:callback|webhook)\/[^/]+|message\/report\/(?:sms|whatsapp)\/[^/]+)$/

export function isGatewayPath(path: string): boolean {
  return gatewayPaths.test(path)
}

/**
 * Browsers say where a request comes from in `Sec-Fetch-Site` and `Origin`; either is enough to refuse. A client that
 * sends neither is not a browser, and then it may not bring a browser's cookies. To the API cookies mean nothing, so
 * there they do no harm either.
 */
export function isCrossSite(request: Request, siteOrigin: string): boolean {
  if (isSafe(request)) return false
  const from = request.headers.get('sec-fetch-site')
  if (from && from !== 'same-origin' && from !== 'none') return true
  const origin = request.headers.get('origin')
  if (!from && origin === null)
    return request.headers.has('cookie') && !isApiPath(new URL(request.url).pathname)
  return origin !== null && origin !== siteOrigin
}
