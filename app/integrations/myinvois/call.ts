import { failureOf, readText } from '../reply.ts'

/** Milliseconds for a whole answer: a hundred documents take the portal a while. */
const TIMEOUT_MS = 60_000
/** A page of a hundred documents has some 100 kB. */
export const MAX_BODY_BYTES = 4 * 1024 * 1024

/** What comes with an answer, whatever it says. */
export interface Facts {
  /** By which the portal's support finds a call. */
  correlationId: string | null
  /** The portal's clock. */
  portalTime: Date | null
}

/** It answered in JSON or with nothing, whatever it said. */
export interface Reply extends Facts {
  kind: 'reply'
  status: number
  /** Null of an empty body. */
  json: unknown
  body: string
  /** Milliseconds until the portal wants to hear of it again. */
  retryAfterMs: number | null
}

/** No answer that can be trusted: the portal may have done what it was asked. */
export interface Unknown extends Facts {
  kind: 'unknown'
  why: 'timeout' | 'network' | 'too_large' | 'http_status' | 'not_json' | 'form'
  /** For the log: status, error or time; nothing of the request. */
  detail: string
}

export interface Call {
  method: 'GET' | 'POST' | 'PUT'
  /** With a slash in front. */
  path: string
  token?: string
  headers?: Record<string, string>
  /** As a form, or as text of JSON that is sent byte for byte. */
  form?: Record<string, string>
  json?: string
}

/**
 * One call, never repeated here: who asks again must know that it may be done twice. Anything but an answer in JSON, or an empty
 * one, below 500 is unknown; so is a page in HTML, which is how the portal tells of its maintenance with 403.
 */
export async function call(
  apiUrl: string,
  { method, path, token, headers, form, json }: Call,
  timeoutMs: number = TIMEOUT_MS,
): Promise<Reply | Unknown> {
  const body = form ? new URLSearchParams(form).toString() : json
  const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
  let facts: Facts = { correlationId: null, portalTime: null }
  const unknown = (why: Unknown['why'], detail: string): Unknown => ({
    kind: 'unknown',
    why,
    detail,
    ...facts,
  })
  try {
    const response = await fetch(apiUrl + path, {
      method,
      headers: {
        accept: 'application/json',
        'accept-language': 'en',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': type }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    facts = factsOf(response.headers)
    const text = await readText(response, MAX_BODY_BYTES)
    const { status } = response
    if (text === null) return unknown('too_large', `status ${status}, more than ${MAX_BODY_BYTES} bytes`)
    // Also without JSON it is clear: nothing was done.
    const clear = status === 429 || status === 401
    if (status >= 500 || (status >= 300 && status < 400)) return unknown('http_status', `status ${status}`)
    const read = text.trim() === '' ? null : parse(text)
    if (read === undefined && !clear) return unknown('not_json', `status ${status}, not JSON`)
    const retryAfterMs = retryAfterOf(response.headers)
    return { kind: 'reply', status, json: read ?? null, body: text, retryAfterMs, ...facts }
  } catch (error) {
    const { why, detail } = failureOf(error)
    return unknown(why, detail)
  }
}

/** Without what no database holds as text: it would keep an answer from being stored, each time that it comes. */
const storable = (_name: string, value: unknown) =>
  typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value

function parse(text: string): unknown {
  try {
    return JSON.parse(text, storable)
  } catch {
    return undefined
  }
}

function factsOf(headers: Headers): Facts {
  const at = Date.parse(headers.get('date') ?? '')
  return {
    correlationId: headers.get('correlationid')?.slice(0, 100) ?? null,
    portalTime: Number.isNaN(at) ? null : new Date(at),
  }
}

/** No portal wants to be left alone for longer; a number beyond it is a fault. */
const longestRetryMs = 3_600_000

/** In seconds, as it is sent, or as a date. */
function retryAfterOf(headers: Headers): number | null {
  const given = headers.get('retry-after')
  if (given === null) return null
  const seconds = Number(given)
  const ms = Number.isFinite(seconds)
    ? seconds * 1_000
    : Date.parse(given) - Date.parse(headers.get('date') ?? '')
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), longestRetryMs) : null
}
