import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'vitest'
import type { Role } from '#app/domain/core/access/access.ts'
import type { ApiCode } from '#app/server/api/codes.ts'
import { openApiDocument } from '#app/server/api/openapi.ts'
import type { Tenant } from '#tests/support/database/tenant.ts'
import { type App, mainHost } from './http.ts'

/** What a call has answered. It was JSON and was what the document says of this call and status. */
export interface ApiAnswer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects
  result: any
  error: { code: ApiCode; message: string; fields?: Record<string, string>; requestId: string }
  text: string
}

/** A program that makes calls at one host, with or without a token. It keeps no cookies. */
export interface Client {
  token: string | undefined
  get(call: string, headers?: Record<string, string>): Promise<ApiAnswer>
  post(call: string, body: unknown, headers?: Record<string, string>): Promise<ApiAnswer>
  put(call: string, body: unknown, headers?: Record<string, string>): Promise<ApiAnswer>
  send(call: string, init: RequestInit & { headers?: Record<string, string> }): Promise<ApiAnswer>
}

/** Somebody without a token at the host of a tenant or, if none is given, at the main host. */
export function client(web: App, at?: Tenant, token?: string): Client {
  const host = at ? `${at.host}:3000` : mainHost
  const send: Client['send'] = async (call, init) => {
    const path = call.startsWith('/') ? call : `/api/${call}`
    const headers = new Headers({ host, ...init.headers })
    if (token && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`)
    const request = new Request(new URL(path, `http://${host}`), { ...init, headers })
    const response = await web.handle(request, { address: '192.0.2.7' })
    return told(response, init.method ?? 'GET', new URL(request.url).pathname)
  }
  const withBody =
    (method: string) =>
    (call: string, body: unknown, headers: Record<string, string> = {}) =>
      send(call, {
        method,
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      })
  return {
    token,
    send,
    get: (call, headers = {}) => send(call, { headers }),
    post: withBody('POST'),
    put: withBody('PUT'),
  }
}

/** Somebody with this role and a token of the tenant. */
export async function clientAs(web: App, tenant: Tenant, role: Role): Promise<Client> {
  const browser = await web.signedInAs(tenant, role)
  return client(web, tenant, browser.cookies.get('lunas'))
}

const document = openApiDocument()
const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema({ $id: 'doc', ...document }, 'doc')
const known = new Map<string, ValidateFunction | undefined>()

async function told(response: Response, method: string, path: string): Promise<ApiAnswer> {
  const { status, headers } = response
  const text = await response.text()
  expect(headers.get('content-type'), `${method} ${path} ${status}`).toBe('application/json; charset=utf-8')
  const body = JSON.parse(text)
  const fits = body.error?.code === 'NOT_FOUND_CALL' ? undefined : validatorOf(method, path, status)
  if (fits && !fits(body))
    expect.fail(`${method} ${path} ${status}: ${ajv.errorsText(fits.errors)} in ${text}`)
  const mayBeUnknown = [404, 405, 421].includes(status) || path === '/api/openapi.json'
  if (!fits && !mayBeUnknown) expect.fail(`${method} ${path} ${status} is not in the document: ${text}`)
  if (status >= 400) expect(body.error.requestId).toBe(headers.get('x-request-id') ?? body.error.requestId)
  return { status, headers, text, result: body.result, error: body.error }
}

/** What the document says of an answer; undefined when it does not know the call or the status. */
function validatorOf(method: string, path: string, status: number): ValidateFunction | undefined {
  const key = `${method} ${path} ${status}`
  if (known.has(key)) return known.get(key)
  const operation = (
    document.paths as Record<string, Record<string, { responses: Record<string, unknown> }>>
  )[path]?.[method.toLowerCase()]
  const pointer = `doc#/paths/${path.replaceAll('/', '~1')}/${method.toLowerCase()}/responses/${status}/content/application~1json/schema`
  const fits = operation?.responses[status] ? ajv.compile({ $ref: pointer }) : undefined
  known.set(key, fits)
  return fits
}
