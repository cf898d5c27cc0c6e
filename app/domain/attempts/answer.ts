import type { Ac } from '#app/integrations/fpx/answers.ts'
import type { Channel } from './keep-message.server.ts'

/** A verified AC, however it came. */
export interface Answer {
  channel: Channel
  ac: Ac
  raw: Uint8Array
  fingerprint: string
  /** Part of what makes a gateway's transaction unique. */
  environment: string
  at: Date
}
