/** Times are milliseconds. */
export interface SandboxOptions {
  /** `production` is refused: a bank that approves everything must never stand where money does. */
  mode: 'demo' | 'test' | 'production'
  /** Keys, certificates and the memory of past transactions; see `keys.ts` for the files. */
  directory: string
  /** Where the sandbox is mounted, without a trailing slash: `/sandbox/fpx`, or empty. */
  basePath: string
  /** How a browser reaches the mounted sandbox: `http://localhost:3000/sandbox/fpx`. */
  publicUrl: string
  /** They belong to the registration and are never taken from a message. */
  directUrl: string
  indirectUrl: string
  /** Its key pair is made on the first start. */
  exchangeId?: string
  /** By default every `SE########`. */
  sellers?: readonly string[]
  /** Opens `/__control/*`, which can do anything. For tests and for a demo on one's own machine. */
  control?: boolean
  /** Epoch milliseconds; by default the machine's clock. */
  clock?: () => number
  /** Pauses between the tries of a direct AC; the last one repeats. PayNet's own schedule is not public. */
  resendAfter?: readonly number[]
  resendLimit?: number
  /** Aborted when the merchant's direct address has had time enough to say `OK`. */
  patience?: () => AbortSignal
  /** How long the bank takes over a payment that is `pending` at TEST0023. */
  settleAfter?: number
  /** How far a request's time may be off. PayNet's limit is not public; 8 hours were once accepted. */
  maxSkew?: number
  /** Sends the AC of a refused AR to the direct address too. */
  errorsByDirect?: boolean
}

export type Settings = Required<SandboxOptions>

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE

/** Throws for production and for addresses that are none. */
export function readOptions(options: SandboxOptions): Settings {
  if (options.mode === 'production') throw new Error('the FPX sandbox does not run in production')
  if (!/^(\/[\w.-]+)*$/.test(options.basePath)) throw new Error(`not a base path: ${options.basePath}`)
  for (const url of [options.publicUrl, options.directUrl, options.indirectUrl]) new URL(url)
  return {
    exchangeId: 'EX00000000',
    sellers: [],
    control: false,
    clock: Date.now,
    resendAfter: [10 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR],
    resendLimit: 28,
    patience: () => AbortSignal.timeout(30 * SECOND),
    settleAfter: 30 * SECOND,
    maxSkew: 12 * HOUR,
    errorsByDirect: false,
    ...options,
    publicUrl: options.publicUrl.replace(/\/+$/, ''),
  }
}
