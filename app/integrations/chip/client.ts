import type { CallOptions, Unknown } from '../gateway/gateway.ts'
import { failureOf, readText } from '../reply.ts'
import type { ChipConfig } from './config.ts'

/** Milliseconds for the whole answer, as in CHIP's own plug-ins. */
const TIMEOUT_MS = 10_000
/** A purchase has some kilobytes. */
export const MAX_BODY_BYTES = 256 * 1024

/** It answered in JSON, whatever it said. */
export interface Reply {
  kind: 'reply'
  status: number
  json: unknown
  body: string
}

/**
 * One call, never repeated here: who asks again must know that it may be done twice. Anything but an answer in JSON below
 * 500 is unknown: CHIP may have done what it was asked.
 */
export async function call(
  config: Pick<ChipConfig, 'url' | 'secretKey'>,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
  { timeoutMs = TIMEOUT_MS }: CallOptions = {},
): Promise<Reply | Unknown> {
  try {
    const response = await fetch(config.url + path, {
      method,
      headers: {
        authorization: `Bearer ${config.secretKey}`,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await readText(response, MAX_BODY_BYTES)
    const { status } = response
    if (text === null) return unknown('too_large', `more than ${MAX_BODY_BYTES} bytes`, null)
    if (status >= 500 || status === 429 || (status >= 300 && status < 400))
      return unknown('http_status', `status ${status}`, text)
    // What is taken away leaves nothing to tell.
    const json = status === 204 || (method === 'DELETE' && text === '') ? null : parse(text)
    return json === undefined
      ? unknown('not_json', `status ${status}, not JSON`, text)
      : { kind: 'reply', status, json, body: text }
  } catch (error) {
    const { why, detail } = failureOf(error)
    return unknown(why, detail, null)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function unknown(why: string, detail: string, body: string | null): Unknown {
  return { kind: 'unknown', why, detail, body }
}

/**
 * CHIP's own words for a refusal, cut short for a log: `__all__` comes as one object and as a list of them, and faults of
 * a field under its name.
 */
export function refusalOf({ status, json }: Pick<Reply, 'status' | 'json'>): string {
  const faults = typeof json === 'object' && json !== null ? Object.entries(json) : []
  const words = faults.map(([name, fault]) => `${name === '__all__' ? '' : `${name}: `}${wordsOf(fault)}`)
  return `status ${status}${words.length > 0 ? `, ${words.join('; ')}` : ''}`.slice(0, 200)
}

function wordsOf(fault: unknown): string {
  if (Array.isArray(fault)) return fault.map(wordsOf).join(', ')
  if (typeof fault !== 'object' || fault === null) return String(fault)
  const { message, code } = fault as { message?: unknown; code?: unknown }
  return [code, message].filter((word) => typeof word === 'string').join(' ') || 'refused'
}
