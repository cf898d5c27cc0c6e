import { getDetails, getRaw, getSubmission } from './documents.ts'
import { authenticate, type Caller, issueToken, killTokens, readTokenRequest } from './identity.ts'
import { newCorrelationId } from './ids.ts'
import { changeState } from './life-cycle.ts'
import { documentTypes, documentTypeVersion, notifications, recent, search } from './listing.ts'
import type { Portal } from './portal.ts'
import { countCall, tooMany } from './rates.ts'
import { settle } from './register.ts'
import { html, maintenance, notFound, Refusal, refuse } from './reply.ts'
import { submit } from './submit.ts'
import { ENDPOINTS, type Endpoint } from './switches.ts'
import { qrInfo, searchTin, validateTin } from './taxpayers.ts'
import { type TroubleKind, troubleOf } from './trouble.ts'

interface Call {
  portal: Portal
  caller: Caller
  request: Request
  body: string
  query: URLSearchParams
  correlationId: string
}
type Answer = (call: Call, id: string) => Response | Promise<Response>
type Counted = Endpoint | 'documenttypes' | 'notifications'

const UID = '([0-9A-Z]{26})'

const OPERATIONS: readonly { method: string; path: string; endpoint: Counted; answer: Answer }[] = [
  {
    ...{ method: 'POST', path: 'documentsubmissions/?', endpoint: 'submit' },
    answer: (call) => submit(call.portal, call.caller, call),
  },
  {
    ...{ method: 'GET', path: `documentsubmissions/${UID}/?`, endpoint: 'submission' },
    answer: ({ portal, caller, query }, uid) => getSubmission(portal, caller, uid, query),
  },
  {
    ...{ method: 'GET', path: `documents/${UID}/raw`, endpoint: 'raw' },
    answer: ({ portal, caller }, uuid) => getRaw(portal, caller, uuid),
  },
  {
    ...{ method: 'GET', path: `documents/${UID}/details`, endpoint: 'details' },
    answer: ({ portal, caller }, uuid) => getDetails(portal, caller, uuid),
  },
  {
    ...{ method: 'PUT', path: `documents/state/${UID}/state`, endpoint: 'state' },
    answer: ({ portal, caller, body }, uuid) => changeState(portal, caller, uuid, body),
  },
  {
    ...{ method: 'GET', path: 'documents/recent', endpoint: 'recent' },
    answer: ({ portal, caller, query }) => recent(portal, caller, query),
  },
  {
    ...{ method: 'GET', path: 'documents/search', endpoint: 'search' },
    answer: ({ portal, caller, query }) => search(portal, caller, query),
  },
  {
    ...{ method: 'GET', path: 'taxpayer/validate/([^/]+)', endpoint: 'validateTin' },
    answer: ({ portal, query }, tin) => validateTin(portal, tin, query),
  },
  {
    ...{ method: 'GET', path: 'taxpayer/search/tin', endpoint: 'searchTin' },
    answer: ({ portal, query }) => searchTin(portal, query),
  },
  {
    ...{ method: 'GET', path: 'taxpayers/qrcodeinfo/([^/]+)', endpoint: 'qr' },
    answer: ({ portal }, text) => qrInfo(portal, text),
  },
  {
    ...{ method: 'GET', path: 'documenttypes(?:/(\\d+))?', endpoint: 'documenttypes' },
    answer: ({ portal }, id) => documentTypes(portal, id || undefined),
  },
  {
    ...{ method: 'GET', path: 'documenttypes/(\\d+/versions/\\d+)', endpoint: 'documenttypes' },
    answer: (_, ids) => documentTypeVersion(ids),
  },
  {
    ...{ method: 'GET', path: 'notifications/taxpayer', endpoint: 'notifications' },
    answer: ({ portal, caller, query }) => notifications(portal, caller, query),
  },
]

const PATTERNS = OPERATIONS.map((operation) => ({
  ...operation,
  pattern: new RegExp(`^/api/v1\\.0/${operation.path}$`),
}))

const CALLS_KEPT = 2_000

/**
 * A call of the API or of identity. Every answer bears a correlation id, and how many calls are left where they are counted;
 * every call is written into the journal, with its body.
 */
export async function api(
  portal: Portal,
  request: Request,
  path: string,
  query: URLSearchParams,
  closing: AbortSignal,
): Promise<Response> {
  const correlationId = newCorrelationId()
  const body = await request.text()
  const said: { clientId: string | null; trouble: TroubleKind | null } = { clientId: null, trouble: null }
  let response: Response
  try {
    response = await answer(portal, { request, path, query, body, correlationId, closing, said })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    response = error.response
  }
  // A broken connection is no answer that could bear headers.
  if (response.type !== 'error') {
    response.headers.set('correlationid', correlationId)
    // its own clock, by which a caller may tell how far theirs is off
    response.headers.set('date', new Date(portal.now()).toUTCString())
  }
  note(portal, { request, path, query, body, correlationId, said, status: response.status })
  return response
}

interface Incoming {
  request: Request
  path: string
  query: URLSearchParams
  body: string
  correlationId: string
  closing: AbortSignal
  said: { clientId: string | null; trouble: TroubleKind | null }
}

async function answer(portal: Portal, incoming: Incoming): Promise<Response> {
  const { request, path, query, body, correlationId, said } = incoming
  if (request.method === 'POST' && path === '/connect/token') {
    const form = readTokenRequest(request, body)
    said.clientId = form.get('client_id')
    const before = await troubled(portal, incoming, 'login')
    if (before) return before
    const headers = countCall(portal, 'login', said.clientId ?? '')
    return dropped(
      incoming,
      withHeaders(headers, () => issueToken(portal, form, request.headers.get('onbehalfof'))),
    )
  }
  const operation = PATTERNS.find(({ method, pattern }) => method === request.method && pattern.test(path))
  if (!operation) throw notFound()
  const { endpoint, pattern } = operation
  said.clientId = clientIdOf(request)
  const before = await troubled(portal, incoming, endpoint)
  if (before) return before
  const caller = authenticate(portal, request)
  const headers = isLimited(endpoint) ? countCall(portal, endpoint, caller.client.clientId) : {}
  await settle(portal)
  const id = decodeURIComponent(pattern.exec(path)?.[1] ?? '')
  const call: Call = { portal, caller, request, body, query, correlationId }
  return dropped(
    incoming,
    withHeaders(headers, () => operation.answer(call, id)),
  )
}

const isLimited = (endpoint: Counted): endpoint is Endpoint => ENDPOINTS.some((one) => one === endpoint)

/** For orders that mean one client; nothing is believed of it. */
function clientIdOf(request: Request): string | null {
  const claims = request.headers.get('authorization')?.split('.')[1]
  try {
    return JSON.parse(Buffer.from(claims ?? '', 'base64url').toString('utf8')).client_id ?? null
  } catch {
    return null
  }
}

async function withHeaders(
  headers: Readonly<Record<string, string>>,
  give: () => Response | Promise<Response>,
): Promise<Response> {
  let response: Response
  try {
    response = await give()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    response = error.response
  }
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return response
}

/** What goes wrong before anything is done; null when nothing does, or only the answer will be lost. */
async function troubled(portal: Portal, incoming: Incoming, endpoint: Counted): Promise<Response | null> {
  const { said, request, closing } = incoming
  const kind = troubleOf(portal.trouble, endpoint, said.clientId)
  said.trouble = kind
  switch (kind) {
    case 'http500':
      throw refuse(500, 'InternalServerError', 'An error occurred')
    case 'http503':
      throw refuse(503, 'ServiceUnavailable', 'The service is unavailable')
    case 'http429':
      throw tooMany(17_000)
    case 'html403':
      return maintenance(403)
    case 'html200':
      return html(200, '<!DOCTYPE html><title>MyInvois</title><p>Please sign in.</p>')
    case 'timeout':
      return never(request, closing)
    case 'token':
      killTokens(portal, said.clientId ?? '')
      return null
    default:
      return null
  }
}

async function dropped({ said, request, closing }: Incoming, giving: Promise<Response>): Promise<Response> {
  const response = await giving
  if (said.trouble === 'lost') return Response.error()
  return said.trouble === 'lost_slowly' ? never(request, closing) : response
}

/** Until the caller gives up or the sandbox closes. */
async function never(request: Request, closing: AbortSignal): Promise<Response> {
  const ended = AbortSignal.any([request.signal, closing])
  await new Promise<void>((resolve) => {
    if (ended.aborted) resolve()
    ended.addEventListener('abort', () => resolve(), { once: true })
  })
  return Response.error()
}

interface Noted extends Omit<Incoming, 'closing'> {
  status: number
}

function note(portal: Portal, { request, path, query, body, correlationId, said, status }: Noted): void {
  const { calls, store, now } = portal
  const search = query.size > 0 ? `?${query}` : ''
  calls.push({
    ...{ id: (calls.at(-1)?.id ?? 0) + 1, at: new Date(now()).toISOString(), method: request.method },
    ...{ path: path + search, clientId: said.clientId, status, correlationId, trouble: said.trouble },
    // Secrets are written down nowhere.
    body: body === '' || path === '/connect/token' ? null : store.texts.add(body),
  })
  if (calls.length > 2 * CALLS_KEPT) calls.splice(0, calls.length - CALLS_KEPT)
}
