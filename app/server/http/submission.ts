import { setTimeout as wait } from 'node:timers/promises'
import { apiBodyLimit } from '#app/server/api/answers.ts'
import { isApiPath } from '#app/server/api/path.ts'
import { mostFields } from '#app/server/forms/form-data.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import {
  BodyTooLarge,
  BodyTooSlow,
  bodyLimitOf,
  bodyStream,
  fileLabelOf,
  fileLimitOf,
  wholeBody,
} from '#app/server/wire/body.ts'
import { type Allotment, BodiesFull } from '#app/server/wire/body-budget.ts'
import { hasMoreFields } from '#app/server/wire/count-fields.ts'
import { isGatewayPath } from './origin-check.ts'

/** Milliseconds after which a body that is not here yet must not hold a connection to the database. */
const soon = 10

/**
 * The body of what was sent, as far as its route is to get it: null where the gate refuses, before a byte of it is read.
 * Refuses BodyTooLarge (also of more fields than any form has), BodyTooSlow and BodiesFull. Callbacks of gateways read and limit their own bodies.
 */
export async function readSubmission(
  incoming: Request,
  context: RequestContext,
  { mayRead, allotment }: { mayRead: () => Promise<boolean>; allotment: Allotment },
): Promise<BodyInit | null> {
  const { path } = context
  if (!incoming.body || !(await mayRead())) return null
  if (isGatewayPath(path)) return bodyStream(incoming, { allotment })
  const names = fileLimitOf(path) !== undefined
  const reading = wholeBody(incoming, { limit: limitOf(path), allotment, names })
  const isHere = await Promise.race([
    reading.then(
      () => true,
      () => true,
    ),
    wait(soon, false),
  ])
  if (!isHere) await context.releaseConnection()
  const body = await reading
  if (hasMoreFields(body, incoming.headers.get('content-type'), mostFields)) throw new BodyTooLarge()
  return body
}

const limitOf = (path: string) => (isApiPath(path) ? apiBodyLimit : bodyLimitOf(path))

/**
 * Where the form was: the page that the browser comes from, if it is one of this host. A page with a file is at the address
 * to which it sends, while the address of another form may be none of a page.
 */
function pageOf({ url, headers }: Request, path: string): string | undefined {
  const from = URL.parse(headers.get('referer') ?? '')
  const isHere = from?.host === (headers.get('host') ?? new URL(url).host) && /^\/(?!\/)/.test(from.pathname)
  if (isHere) return from.pathname + from.search
  return fileLimitOf(path) === undefined ? undefined : path
}

/** What is answered when a body could not be read; undefined for any other error. */
export function bodyProblem(error: unknown, path: string, incoming: Request) {
  const most = fileLimitOf(path)
  const href = pageOf(incoming, path)
  const back = href === undefined ? {} : { next: { href, label: 'common.plain.back' } }
  if (error instanceof BodyTooSlow) return { status: 408, code: 'body_too_slow', ...back } as const
  if (error instanceof BodiesFull)
    return error.own
      ? ({ status: 429, code: 'uploads_own', retryAfter: 30, ...back } as const)
      : ({ status: 503, code: 'uploads_busy', retryAfter: 60, ...back } as const)
  if (!(error instanceof BodyTooLarge)) return undefined
  if (most === undefined)
    return { status: 413, code: 'body_too_large', values: { most: limitOf(path) / 1_000 }, ...back } as const
  const about = { label: fileLabelOf(path)!, detail: error.file }
  return { status: 413, code: 'file_too_large', values: { most: most / 1_000_000 }, about, ...back } as const
}
