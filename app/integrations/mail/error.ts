export type MailFailure =
  /** The message itself cannot be sent: an address that is none, a line break in a header. */
  | 'invalid'
  /** The server said no to the sender, the recipient or the message. */
  | 'refused'
  /** The server said "not now". */
  | 'deferred'
  /** They are wrong, or the server wants some. */
  | 'credentials'
  /** It does not encrypt, or not as it must. */
  | 'tls'
  /** It shows a certificate that is not for this name, has ended, or that nobody vouches for. */
  | 'certificate'
  | 'unreachable'
  | 'slow'
  /** What answers is no mail server. */
  | 'nonsense'
  /** The address is not one of the public internet. */
  | 'not_public'
  /** The port is not one for mail. */
  | 'port'

/**
 * `permanent`: the same message will never go out this way. `answer` is what the server said, cut and cleaned, for the
 * operator's log and for nobody else.
 */
export class MailError extends Error {
  override name = 'MailError'
  readonly failure: MailFailure
  readonly permanent: boolean
  readonly answer: string | undefined
  /** It was the recipient's address that the server did not take; others it may. */
  readonly recipient: boolean
  /** The whole message was handed over and the server never said what it did with it: it may go out. */
  maybe = false
  constructor(
    failure: MailFailure,
    permanent: boolean,
    options: { answer?: string; cause?: unknown; detail?: string; recipient?: boolean } = {},
  ) {
    super(options.detail ? `mail ${failure}: ${options.detail}` : `mail ${failure}`, { cause: options.cause })
    this.failure = failure
    this.permanent = permanent
    this.answer = options.answer
    this.recipient = options.recipient ?? false
  }
}

/**
 * Temporary unless the server said that it is for good. Where no connection came about, the message says why, with host
 * and port, for who reads the log; what a server answers stays out of it, since it may repeat an address.
 */
export function asMailError(error: unknown): MailError {
  if (error instanceof MailError) return error
  const { code, message, command, responseCode, permanent, response } = (error ?? {}) as {
    code?: string
    message?: string
    command?: string
    responseCode?: number
    permanent?: boolean
    response?: string
  }
  const answer = response === undefined ? {} : { answer: cleaned(response) }
  const fail = (failure: MailFailure, final: boolean, detail?: string) =>
    new MailError(failure, final, {
      cause: error,
      recipient: command === 'RCPT TO',
      ...answer,
      ...(detail && { detail: cleaned(detail) }),
    })
  if (code === 'EAUTH' || code === 'ENOAUTH' || command?.startsWith('AUTH'))
    return fail('credentials', permanent ?? true)
  if (isCertificateProblem(code, message)) return fail('certificate', true, message)
  if (code === 'ETLS' || code === 'EREQUIRETLS' || isTlsProblem(message)) return fail('tls', true, message)
  if (code === 'ETIMEDOUT') return fail('slow', false)
  if (code === 'EPROTOCOL' && !responseCode) return fail('nonsense', false)
  if (responseCode) return fail(permanent ? 'refused' : 'deferred', permanent ?? false)
  return fail('unreachable', false, message)
}

/** nodemailer keeps the code of OpenSSL, or only its words behind a code of its own. */
function isCertificateProblem(code = '', message = ''): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code) || /certificate|altnames/i.test(message)
}

const isTlsProblem = (message = '') => /SSL routines|wrong version number|TLS connection/i.test(message)

function cleaned(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, 300)
}
