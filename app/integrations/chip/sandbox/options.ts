/** Times are milliseconds. */
export interface ChipSandboxOptions {
  /** `production` is refused: a gateway that approves everything must never stand where money does. */
  mode: 'demo' | 'test' | 'production'
  /** Keys and the memory of past purchases. */
  directory: string
  /** Where it is mounted, without a slash at the end. */
  basePath: string
  /** How a browser reaches it. */
  publicUrl: string
  brandId: string
  testKey: string
  liveKey: string
  /** Opens `/__control/*`, which can do anything. */
  control?: boolean
  clock?: () => number
  /** How long a bank takes over what is pending, and a callback over its way when it is late. */
  settleAfter?: number
  /** How long the merchant may take to answer. */
  callbackTimeout?: number
}

export type Settings = Required<ChipSandboxOptions>

/** Throws for production. */
export function readOptions(options: ChipSandboxOptions): Settings {
  if (options.mode === 'production') throw new Error('the CHIP sandbox does not run in production')
  new URL(options.publicUrl)
  return { control: false, clock: Date.now, settleAfter: 20_000, callbackTimeout: 10_000, ...options }
}
