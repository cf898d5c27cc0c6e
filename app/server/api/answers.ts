import type { TenantLabels } from '#app/domain/core/labels/label.ts'
import type { Refusal, RefusalCode } from '#app/domain/core/refusal.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { camel } from './camel.ts'
import { type ApiCode, apiCodeOf } from './codes.ts'

export const apiBodyLimit = 100_000

/** Seconds, where nothing tells an overloaded caller better. */
const pause = 60

interface Asker {
  locale: Locale
  labels?: TenantLabels | undefined
  requestId: string
}

export interface ApiError {
  error: { code: ApiCode; message: string; fields?: Record<string, string>; requestId: string }
}

/** `body` is a JSON text already, or what becomes one. */
export function json(body: string | object, status: number): Response {
  const answer = new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })
  answer.headers.set('content-type', 'application/json; charset=utf-8')
  return answer
}

export function apiRefusal(asker: Asker, refusal: Refusal): Response {
  const { code, field, values } = refusal
  const message = sentence(asker, code, values)
  if (!field) return errorAnswer(asker, code, message)
  const headline = headlines[apiCodeOf(code).code]
  const said = headline ? sentence(asker, headline) : message
  return errorAnswer(asker, code, said, { [fieldName(field)]: message })
}

/** What is said of the whole, where a field says more. */
const headlines: Partial<Record<ApiCode, RefusalCode>> = {
  INPUT_INVALID: 'input.invalid',
  ENTITY_RENEW_FAILED: 'entity.renew_failed',
}

export function apiInputError(asker: Asker, wrong: Record<string, string>): Response {
  const fields = Object.entries(wrong).map(([name, coded]) => {
    const [code, values] = coded.split(/\|(.*)/s)
    return [name, sentence(asker, code as RefusalCode, values ? JSON.parse(values) : {})]
  })
  return errorAnswer(asker, 'input.invalid', sentence(asker, 'input.invalid'), Object.fromEntries(fields))
}

/** Trouble that no route tells of: an unknown host, a body that is too large, no database, a mistake of ours. */
export function apiProblem(
  about: Asker & {
    status: number
    code: RefusalCode | 'unknown_host' | 'body_too_large'
    retryAfter?: number
    allow?: string | undefined
  },
): Response {
  const { code, status, locale, requestId, retryAfter, allow } = about
  if (code === 'unknown_host' || code === 'body_too_large') {
    const message = i18nOf(locale, about.labels).t(`common.plain.${code}`)
    const apiCode = code === 'unknown_host' ? 'UNKNOWN_HOST' : 'BODY_TOO_LARGE'
    return json({ error: { code: apiCode, message, requestId } } satisfies ApiError, status)
  }
  const said = code === 'not_found.page' ? 'not_found.call' : code
  const answer = errorAnswer(about, said, sentence(about, said))
  if (retryAfter) answer.headers.set('retry-after', String(retryAfter))
  if (allow) answer.headers.set('allow', allow)
  return answer
}

function errorAnswer(
  { requestId }: Asker,
  refused: RefusalCode,
  message: string,
  fields?: Record<string, string>,
): Response {
  const { code, status } = apiCodeOf(refused)
  const error = { code, message, ...(fields && { fields }), requestId }
  const answer = json({ error } satisfies ApiError, status)
  if (status === 401) answer.headers.set('www-authenticate', challengeOf(code))
  if (status === 429 || status === 503) answer.headers.set('retry-after', String(pause))
  return answer
}

/** RFC 6750: which scheme is wanted, and whether it was the token that was wrong. */
function challengeOf(code: ApiCode): string {
  const wrongToken =
    code === 'AUTH_TOKEN_INVALID' || code === 'AUTH_TOKEN_EXPIRED' || code === 'SESSION_TIMEOUT'
  return wrongToken ? 'Bearer realm="Lunas", error="invalid_token"' : 'Bearer realm="Lunas"'
}

function sentence(
  { locale, labels }: Asker,
  code: RefusalCode,
  values: Record<string, string | number> = {},
): string {
  return i18nOf(locale, labels).t(`refusal.${code}`, values)
}

/** `smtp_host` of a form is `smtp.host` here. */
function fieldName(field: string): string {
  return field
    .replace(/^smtp_/, 'smtp.')
    .split('.')
    .map(camel)
    .join('.')
}
