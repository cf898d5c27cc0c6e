export type MessageFailure =
  /** A link, a number to call back, too long, letters outside GSM-7. */
  | 'text'
  /** The gateway says that this number cannot get messages. */
  | 'number'
  | 'credentials'
  | 'credit'
  /** The gateway has shut our account. */
  | 'suspended'
  /** The gateway says "not now". */
  | 'busy'
  /** The gateway answered, and nobody knows what it means. */
  | 'unclear'
  | 'unreachable'
  | 'slow'
  | 'not_set'

/** `maybe`: a second try could be paid for twice. `answer` is what the gateway said, cut and cleaned, for the log. */
export class MessageError extends Error {
  override name = 'MessageError'
  readonly failure: MessageFailure
  readonly maybe: boolean
  readonly answer: string | undefined
  constructor(failure: MessageFailure, options: { maybe?: boolean; answer?: string; cause?: unknown } = {}) {
    super(`message ${failure}`, { cause: options.cause })
    this.failure = failure
    this.maybe = options.maybe ?? false
    this.answer = options.answer
  }
}
