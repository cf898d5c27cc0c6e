import { redirect } from '@remix-run/node'
import { asRefusal, Refusal } from '#app/domain/core/refusal.ts'
import { open, type SecretCell, seal } from '#app/domain/core/secrets.ts'
import { paths } from '#app/paths.ts'
import { formOf } from '#app/server/forms/form-data.ts'
import type { RequestContext } from '#app/server/request/context.ts'

/**
 * Pages of consequence ask for a proof that is at most ten minutes old. One that is only looked at leads to /confirm
 * and back. A form that was posted is answered with the same page, which carries it on in one sealed field, so that
 * nothing typed is lost and no secret in it is shown; with the proof it is posted again to where it was going.
 */
export type Confirm = 'view' | 'change' | 'on-refusal'

const keptField = 'kept_form'

interface Args {
  request: Request
  context: RequestContext
  params: object
}

export async function confirmedFirst<A extends Args>(
  confirm: Confirm | undefined,
  mode: 'view' | 'change',
  args: A,
  work: (args: A) => unknown,
): Promise<unknown> {
  if (!confirm) return work(args)
  const asks = (confirm === 'view' || confirm === mode) && isUnconfirmed(args.context)
  if (mode === 'view') {
    if (asks) throw redirect(paths.confirm(args.context.site.side, ownAddress(args.request)))
    return work(args)
  }
  const request = await unsealed(args)
  if (asks) return ask(request, args.context)
  const again = request.clone()
  try {
    return await work({ ...args, request })
  } catch (error) {
    if (asRefusal(error)?.code !== 'confirm_required') throw error
    return ask(again, args.context)
  }
}

function isUnconfirmed({ session }: RequestContext): boolean {
  return (session?.kind === 'user' || session?.kind === 'operator') && !session.confirmed
}

const ownAddress = (request: Request) => {
  const { pathname, search } = new URL(request.url)
  return pathname + search
}

/** What was posted travels on in the page; files do not. */
async function ask(request: Request, context: RequestContext): Promise<never> {
  const to = ownAddress(request)
  const fields = [...(await formOf(request))].filter(([, value]) => typeof value === 'string')
  const kept = seal(context.services.ring, cellOf(context), JSON.stringify({ to, fields }))
  context.asking = { to, kept }
  throw new Response(null, { status: 403 })
}

/** As it was first posted, if it comes from the page that asks. */
async function unsealed({ request, context }: Args): Promise<Request> {
  const sealed = (await formOf(request.clone())).get(keptField)
  if (typeof sealed !== 'string') return request
  const { to, fields } = keptForm(context, sealed)
  if (to !== ownAddress(request)) throw new Refusal('input.invalid')
  const headers = new Headers(request.headers)
  for (const name of ['content-type', 'content-length']) headers.delete(name)
  const body = new URLSearchParams(fields)
  return new Request(request.url, { method: request.method, headers, body, signal: request.signal })
}

/** Refuses (input.invalid) one that was not sealed for this session. */
function keptForm(context: RequestContext, sealed: string): { to: string; fields: [string, string][] } {
  try {
    return JSON.parse(open(context.services.ring, cellOf(context), sealed))
  } catch {
    throw new Refusal('input.invalid')
  }
}

/** A sealed form opens in the session that sent it and in no other. */
function cellOf({ site, session }: RequestContext): SecretCell {
  const place = site.side === 'tenant' ? site.entity.place.schema : 'platform'
  const row = session && 'id' in session ? session.id : 'none'
  return { place, table: 'session', column: keptField, row }
}

/** On behalf of a form that was posted. */
export function pageThatAsks(request: Request, { site, asking }: RequestContext): Request {
  const url = new URL(paths.confirm(site.side, asking!.to), request.url)
  const headers = new Headers(request.headers)
  for (const name of ['content-type', 'content-length']) headers.delete(name)
  return new Request(url, { headers, signal: request.signal })
}
