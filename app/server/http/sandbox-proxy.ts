import type { Environment } from '#app/environment.ts'
import { wholeBody } from '#app/server/wire/body.ts'

/** The sandboxes are a process of their own; this only passes the call on, and the real product never mounts it. */
export function sandboxProxy({ mainHost, sandboxPort }: Environment) {
  return async (request: Request): Promise<Response | undefined> => {
    const url = new URL(request.url)
    if (!url.pathname.startsWith('/sandbox/') || request.headers.get('host') !== mainHost) return undefined
    const headers = new Headers(request.headers)
    // It stands for foreign systems, which get neither our readers' sessions nor a packed answer to pass on.
    for (const name of ['cookie', 'accept-encoding']) headers.delete(name)
    const body = request.body && (await wholeBody(request))
    try {
      return await fetch(`http://127.0.0.1:${sandboxPort}${url.pathname}${url.search}`, {
        method: request.method,
        headers,
        body,
        redirect: 'manual',
      })
    } catch {
      return new Response('The sandbox is starting. Please reload this page.', {
        status: 503,
        headers: { 'content-type': 'text/plain', 'retry-after': '2' },
      })
    }
  }
}
