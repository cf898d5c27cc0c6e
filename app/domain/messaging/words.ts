import { type LeavableChannel, leavableChannels } from '#app/domain/core/contact/opted-out.ts'
import type { Locale } from '#app/i18n/locales.ts'

/** In the order in which they are shown; in-app is free and cannot be left. */
export const channels = ['inapp', ...leavableChannels] as const
export type Channel = (typeof channels)[number]

/** Those on which something leaves, which are those that can be left; in-app is there as soon as the message is. */
export const sentChannels = leavableChannels
export type SentChannel = LeavableChannel

export const announcementStatuses = [
  'draft',
  'scheduled',
  'sending',
  'sent',
  'sent_with_errors',
  'cancelled',
] as const
export type AnnouncementStatus = (typeof announcementStatuses)[number]

/** suppressed: was never meant to leave, such as to somebody who opted out; `reason` says why. */
export const deliveryStatuses = [
  'queued',
  'sending',
  'sent',
  'delivered',
  'read',
  'failed',
  'suppressed',
] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** Why a message never left. */
export const suppressions = [
  'opted_out',
  'no_address',
  'duplicate',
  'stopped',
  'no_credit',
  'not_allowed',
] as const
export type Suppression = (typeof suppressions)[number]

/**
 * Why a message did not arrive. `unsure`: the gateway may have taken it, so it is not sent again; `undelivered`: it was sent, and
 * the gateway reported that it did not arrive.
 */
export const failures = ['number', 'address', 'refused', 'text', 'expired', 'unsure', 'undelivered'] as const
export type DeliveryFailure = (typeof failures)[number]

/** A message that is about to be made, with each channel that shall carry it. */
export interface NewMessage {
  kind: 'announcement' | 'absence'
  announcement_id: string | null
  /** Exactly one of both. */
  parent_id: string | null
  user_id: string | null
  name: string
  locale: string
  /** What its placeholders say. */
  facts: Record<string, unknown>
  deliveries: readonly {
    channel: Channel
    /** Of in-app none. */
    address: string | null
    credits: number
    /** Instead of leaving. */
    suppressed?: Suppression
  }[]
}

/** What leaves, in the language of who receives it; a channel that the message does not use has none. */
export interface ComposedMessage {
  /** The language of its words. */
  locale: Locale
  subject: string
  /** For the inbox and for e-mail, as safe HTML without a frame; pictures and attachments by the id of their file. */
  html: string
  /** The same as plain text. */
  text: string
  /** Whole, prefix included. */
  sms?: string
  whatsapp?: string
  files: readonly { file_id: string; name: string; kind: 'picture' | 'attachment' }[]
}
