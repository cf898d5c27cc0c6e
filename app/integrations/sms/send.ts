import { MessageError, type MessageFailure } from './error.ts'
import type { Gateway } from './gateway.ts'
import { checkText, type TextSize } from './text.ts'

export interface TextMessage {
  channel: 'sms' | 'whatsapp'
  /** A Malaysian mobile number in E.164. */
  to: string
  /** As it shall arrive, prefix included. */
  text: string
  size?: TextSize
  /** Ours, for a gateway that takes one: the same for the same message. */
  reference?: string
}

/** For the whole answer, of which no more is read. */
const patience = { ms: 10_000, bytes: 65_536 }

/**
 * Once. Returns the gateway's id of the message, if it gave one. Refuses with a MessageError: before anything is sent
 * when the text or number breaks a rule; with `maybe` when the gateway may have taken it, after which it must not be
 * tried again without being asked, since every try costs money.
 */
export async function sendText(
  gateway: Gateway,
  { channel, to, text, size, reference }: TextMessage,
  { timeoutMs = patience.ms }: { timeoutMs?: number } = {},
): Promise<{ id: string | undefined }> {
  checkText(text, channel, size)
  if (!/^\+601\d{8,9}$/.test(to)) throw new MessageError('number')
  const { status, body } = await call(requestOf(gateway, to, text, reference), timeoutMs)
  const taken = status >= 200 && status < 300 && new RegExp(gateway.success, 'im').exec(body)
  if (taken) return { id: taken[1]?.slice(0, 100) }
  const answer = cleaned(body).replaceAll(/\d{4,}/g, '…')
  const known = gateway.errors.find(({ match }) => new RegExp(match, 'im').test(body))?.means
  if (known) throw new MessageError(known, { answer })
  throw new MessageError(failureOf(status), { maybe: status < 400, answer: `${status} ${answer}` })
}

export type Found =
  /** It took the message; with its id of it, if it gave one. */
  | { kind: 'taken'; id: string | undefined }
  /** It never had it. */
  | { kind: 'missing' }
  /** It does not say, or not now. */
  | { kind: 'unclear' }

/** Asks a gateway with a `status` what became of a message, by our reference. Never throws. */
export async function askGateway(
  { status }: Pick<Gateway, 'status'>,
  reference: string,
  { timeoutMs = patience.ms }: { timeoutMs?: number } = {},
): Promise<Found> {
  if (!status) return { kind: 'unclear' }
  const url = status.url.replaceAll('{reference}', encodeURIComponent(reference))
  const request = new Request(url, { headers: status.headers, redirect: 'manual' })
  const answer = await call(request, timeoutMs).catch(() => undefined)
  if (!answer || answer.status >= 500) return { kind: 'unclear' }
  const found = new RegExp(status.found, 'im').exec(answer.body)
  if (found) return { kind: 'taken', id: found[1]?.slice(0, 100) }
  return { kind: new RegExp(status.missing, 'im').test(answer.body) ? 'missing' : 'unclear' }
}

function failureOf(status: number): MessageFailure {
  if (status === 401 || status === 403) return 'credentials'
  return status === 429 || status >= 500 ? 'busy' : 'unclear'
}

const numbers = {
  e164: (to: string) => to,
  digits: (to: string) => to.slice(1),
  national: (to: string) => `0${to.slice(3)}`,
}

function requestOf(gateway: Gateway, to: string, text: string, reference?: string): Request {
  const { url, method, body: kind, parameters, headers, sender } = gateway
  const values = {
    ...parameters,
    ...(sender && { [sender.name]: sender.value }),
    [gateway.to]: numbers[gateway.number](to),
    [gateway.text]: text,
    ...(gateway.reference && reference && { [gateway.reference.name]: reference }),
  }
  const address = new URL(url)
  const query = kind === 'query' || method === 'GET'
  if (query) for (const [name, value] of Object.entries(values)) address.searchParams.set(name, value)
  const body = query ? null : kind === 'json' ? JSON.stringify(nested(values)) : new URLSearchParams(values)
  return new Request(address, {
    method,
    headers: { ...(kind === 'json' && !query && { 'content-type': 'application/json' }), ...headers },
    body,
    redirect: 'manual',
  })
}

/** `{ 'text.body': 'x' }` as `{ text: { body: 'x' } }`. */
function nested(values: Record<string, string>): Record<string, unknown> {
  const whole: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(values)) {
    const path = name.split('.')
    let at = whole
    for (const part of path.slice(0, -1)) {
      at[part] ??= {}
      at = at[part] as Record<string, unknown>
    }
    at[path.at(-1)!] = value
  }
  return whole
}

async function call(request: Request, ms: number): Promise<{ status: number; body: string }> {
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(ms) })
    return { status: response.status, body: await beginningOf(response) }
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'TimeoutError')
      throw new MessageError('slow', { maybe: true, cause })
    throw new MessageError('unreachable', { maybe: !neverArrived(cause), cause })
  }
}

/** There was no connection, so the gateway has not heard of the message. */
function neverArrived(error: unknown): boolean {
  const { code } = ((error as Error | undefined)?.cause ?? {}) as { code?: string }
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH'].includes(code ?? '')
}

/** Whatever answers there must not be able to fill the memory. */
async function beginningOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (response.body as AsyncIterable<Uint8Array> | null) ?? []) {
    chunks.push(chunk)
    size += chunk.byteLength
    if (size > patience.bytes) break
  }
  return Buffer.concat(chunks).subarray(0, patience.bytes).toString('utf8')
}

function cleaned(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, 200)
}
