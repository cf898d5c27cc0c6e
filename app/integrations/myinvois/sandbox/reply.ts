/** A refusal that a handler throws. */
export class Refusal extends Error {
  readonly response: Response
  constructor(response: Response) {
    super(`refused with ${response.status}`)
    this.response = response
  }
}

export interface Detail {
  code: string | null
  message: string
  target: string | null
  propertyPath: string | null
  details: null
}

type Headers = Readonly<Record<string, string>>

/** The request-level error: a code, and details or a message. */
export function refuse(
  status: number,
  code: string,
  message: string | null = null,
  { target = null, details = null, headers = {} }: RefuseOptions = {},
): Refusal {
  return new Refusal(
    Response.json({ error: { code, message, target, details } }, { status, headers: { ...headers } }),
  )
}

interface RefuseOptions {
  target?: string | null
  details?: Detail[] | null
  headers?: Headers
}

/** Refused as a whole for what was found in one of its documents. */
export const badSubmission = (message: string): Refusal =>
  refuse(400, 'ValidationError', null, {
    details: [{ code: 'submission', message, target: 'submission', propertyPath: null, details: null }],
  })

/** As OAuth says it. */
export const oauth = (error: string, description: string, status = 400): Refusal =>
  new Refusal(Response.json({ error, error_description: description }, { status }))

export const notFound = (): Refusal => refuse(404, 'NotFound', 'The requested resource was not found')

export const isoSeconds = (ms: number): string => String(Math.max(1, Math.ceil(ms / 1_000)))

export function html(status: number, text: string, headers: Headers = {}): Response {
  return new Response(text, { status, headers: { 'content-type': 'text/html; charset=utf-8', ...headers } })
}

/** What a firewall in front of the portal says while it is being mended. */
export const maintenance = (status: number): Response =>
  html(
    status,
    `<!DOCTYPE html>\n<html>\n<head><title>MyInvois</title></head>\n<body>\n${'<p>The system is under maintenance. Sistem sedang diselenggara.</p>\n'.repeat(160)}</body>\n</html>\n`,
  )
