/** Which of the organisation's two secret keys is used; CHIP tells test money from real money by nothing else. */
export const chipModes = ['test', 'live'] as const
export type ChipMode = (typeof chipModes)[number]

/** One organisation's account with CHIP Collect. Passed in: nothing of the client reads a file or a global. */
export interface ChipConfig {
  /** With the slash at the end: `https://gate.chip-in.asia/api/v1/`. */
  url: string
  /** UUID */
  brandId: string
  secretKey: string
  /** In which the organisation is now. */
  mode: ChipMode
  /** Whose the secret key is: a purchase of the mode that was left is still asked about. */
  keyOf: ChipMode
}

export const CHIP_URL = 'https://gate.chip-in.asia/api/v1/'

/**
 * Where the sandbox is mounted, and the account that it knows: constants, so that the demo's organisation may have them
 * before the sandbox has run for the first time.
 */
export const chipSandbox = {
  path: '/sandbox/chip',
  brandId: '00000000-0000-4000-8000-00000000c41b',
  testKey: 'sandbox-chip-test-key',
  liveKey: 'sandbox-chip-live-key',
} as const

interface ChipEnvironment {
  chipUrl: string | undefined
  sandbox: boolean
  sandboxPort: number
}

/** The address that was set, else the sandbox where it may stand in, else CHIP's own. */
export function chipUrl({ chipUrl: given, sandbox, sandboxPort }: ChipEnvironment): string {
  if (given) return given.endsWith('/') ? given : `${given}/`
  return sandbox ? `http://127.0.0.1:${sandboxPort}${chipSandbox.path}/api/v1/` : CHIP_URL
}
