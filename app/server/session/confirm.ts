import { redirect } from '@remix-run/node'
import { asRefusal, Refusal } from '#app/domain/core/refusal.ts'
import { open, type SecretCell, seal } from '#app/domain/core/secrets.ts'
import { paths } from '#app/paths.ts'
import { formOf } from '#app/server/forms/form-data.ts'
import type { RequestContext } from '#app/server/request/context.ts'

/**
 * Sensitive pages need a confirmation ("confirm it is you") that is at most ten minutes old. `view`: to open the page, which
 * redirects to /confirm and back. `change`: to post its form; the answer is the same page, which carries the form on in one
 * sealed field, so that nothing typed is lost and no secret in it is shown, and posts it again after the confirmation.
 * `on-refusal`: only when the domain refuses with confirm_required.
 */
export type Confirm = 'view' | 'change' | 'on-refusal'

const sealedField = 'kept_form'

interface Args {
  request: Request
  context: RequestContext
  params: object
}

/** Runs a loader (`view`) or an action (`change`), once the person has confirmed who they are where that is needed. */
export async function withConfirmation<A extends Args>(
  confirm: Confirm | undefined,
  mode: 'view' | 'change',
  args: A,
  work: (args: A) => unknown,
): Promise<unknown> {
  if (!confirm) return work(args)
  const mustConfirm = (confirm === 'view' || confirm === mode) && isUnconfirmed(args.context)
  if (mode === 'view') {
    if (mustConfirm) throw redirect(paths.confirm(args.context.site.side, ownAddress(args.request)))
    return work(args)
  }
  const request = await unsealed(args)
  if (mustConfirm) return askToConfirm(request, args.context)
  const again = request.clone()
  try {
    return await work({ ...args, request })
  } catch (error) {
    if (asRefusal(error)?.code !== 'confirm_required') throw error
    return askToConfirm(again, args.context)
  }
}

function isUnconfirmed({ session }: RequestContext): boolean {
  return (session?.kind === 'user' || session?.kind === 'operator') && !session.confirmed
}

const ownAddress = (request: Request) => {
  const { pathname, search } = new URL(request.url)
  return pathname + search
}

/** Seals the posted fields for the page that asks to confirm; files are lost. */
async function askToConfirm(request: Request, context: RequestContext): Promise<never> {
  const to = ownAddress(request)
  const fields = [...(await formOf(request))].filter(([, value]) => typeof value === 'string')
  const sealedForm = seal(context.services.ring, cellOf(context), JSON.stringify({ to, fields }))
  context.pendingConfirmation = { to, sealedForm }
  throw new Response(null, { status: 403 })
}

/** The request as it was first posted, if it comes from the page that asked to confirm. */
async function unsealed({ request, context }: Args): Promise<Request> {
  const sealed = (await formOf(request.clone())).get(sealedField)
  if (typeof sealed !== 'string') return request
  const { to, fields } = openForm(context, sealed)
  if (to !== ownAddress(request)) throw new Refusal('input.invalid')
  const headers = new Headers(request.headers)
  for (const name of ['content-type', 'content-length']) headers.delete(name)
  const body = new URLSearchParams(fields)
  return new Request(request.url, { method: request.method, headers, body, signal: request.signal })
}

/** Refuses (input.invalid) one that was not sealed for this session. */
function openForm(context: RequestContext, sealed: string): { to: string; fields: [string, string][] } {
  try {
    return JSON.parse(open(context.services.ring, cellOf(context), sealed))
  } catch {
    throw new Refusal('input.invalid')
  }
}

/** A sealed form can be opened only in the session that sent it. */
function cellOf({ site, session }: RequestContext): SecretCell {
  const place = site.side === 'tenant' ? site.entity.place.schema : 'platform'
  const row = session && 'id' in session ? session.id : 'none'
  return { place, table: 'session', column: sealedField, row }
}

/** The GET of /confirm that answers a posted form. */
export function confirmPageRequest(request: Request, { site, pendingConfirmation }: RequestContext): Request {
  const url = new URL(paths.confirm(site.side, pendingConfirmation!.to), request.url)
  const headers = new Headers(request.headers)
  for (const name of ['content-type', 'content-length']) headers.delete(name)
  return new Request(url, { headers, signal: request.signal })
}
