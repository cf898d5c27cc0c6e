/** Why a message did not go out. */
export type MessageFailure =
  /** The text breaks a rule of messages: a link, a number to call back, too long, letters outside GSM-7. */
  | 'text'
  /** The gateway says that this number cannot get messages. */
  | 'number'
  /** Our user, password or address is not let in. */
  | 'credentials'
  /** Nothing is left to pay with. */
  | 'credit'
  /** The gateway has shut our account. */
  | 'suspended'
  /** The gateway says "not now". */
  | 'busy'
  /** The gateway answered, and nobody knows what it means. */
  | 'unclear'
  /** No gateway answers there. */
  | 'unreachable'
  /** The gateway took too long. */
  | 'slow'
  /** There is no gateway for this channel. */
  | 'not_set'

/**
 * A message was not sent, or nobody knows (`maybe`): then sending it again could make a second one that is paid for.
 * `answer` is what the gateway said, cut and cleaned, for the log.
 */
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
