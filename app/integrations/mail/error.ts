export type MailFailure =
  /** The message itself cannot be sent: an address that is none, a line break in a header. */
  | 'invalid'
  /** The server said no to the sender, the recipient or the message. */
  | 'refused'
  /** The server said "not now". */
  | 'deferred'
  /** They are wrong, or the server wants some. */
  | 'credentials'
  | 'tls'
  | 'unreachable'
  | 'slow'
  /** The address is not one of the public internet, or the port is not one for mail. */
  | 'not_public'

/**
 * `permanent`: the same message will never go out this way. `answer` is what the server said, cut and cleaned, for the
 * operator's log and for nobody else.
 */
export class MailError extends Error {
  override name = 'MailError'
  readonly failure: MailFailure
  readonly permanent: boolean
  readonly answer: string | undefined
  constructor(
    failure: MailFailure,
    permanent: boolean,
    options: { answer?: string; cause?: unknown; detail?: string } = {},
  ) {
    super(options.detail ? `mail ${failure}: ${options.detail}` : `mail ${failure}`, { cause: options.cause })
    this.failure = failure
    this.permanent = permanent
    this.answer = options.answer
  }
}

/** Temporary unless the server said that it is for good. */
export function asMailError(error: unknown): MailError {
  if (error instanceof MailError) return error
  const { code, command, responseCode, permanent, response } = (error ?? {}) as {
    code?: string
    command?: string
    responseCode?: number
    permanent?: boolean
    response?: string
  }
  const answer = response === undefined ? {} : { answer: cleaned(response) }
  const fail = (failure: MailFailure, final: boolean) =>
    new MailError(failure, final, { cause: error, ...answer })
  if (code === 'EAUTH' || code === 'ENOAUTH' || command?.startsWith('AUTH'))
    return fail('credentials', permanent ?? true)
  if (code === 'ETLS' || code === 'EREQUIRETLS' || isCertificateProblem(code)) return fail('tls', true)
  if (code === 'ETIMEDOUT') return fail('slow', false)
  if (responseCode) return fail(permanent ? 'refused' : 'deferred', permanent ?? false)
  return fail('unreachable', false)
}

function isCertificateProblem(code: string | undefined): boolean {
  return code !== undefined && /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)
}

function cleaned(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, 300)
}
