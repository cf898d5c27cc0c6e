import type { Keyring } from '#app/domain/core/secrets.ts'
import type { Report } from '#app/integrations/gateway/gateway.ts'
import type { Channel, Sealed } from './messages/keep-message.ts'

/** A verified word of a gateway about an order, however it came. */
export interface Answer {
  channel: Channel
  /** FPX's AC as it stands, or what another gateway says, in its terms. */
  ac: Report
  raw: Uint8Array
  fingerprint: string
  /** Part of what makes a gateway's transaction unique. */
  environment: string
  at: Date
  /** Seals what is kept of it. */
  ring: Keyring
  sealed?: Sealed | undefined
}
