import { isMobile } from '#app/domain/core/contact/phone.ts'
import { firstAddress } from '#app/domain/core/letters/recipients.ts'
import { fill } from '#app/domain/messaging/texts/placeholders.ts'
import { smsCredits } from '#app/domain/messaging/texts/sms-credits.ts'
import {
  type Channel,
  channels as everyChannel,
  type NewMessage,
  type Suppression,
} from '#app/domain/messaging/words.ts'
import { prefixed } from '#app/integrations/sms/text.ts'
import { freeMails, localeFor, mailsPerCredit, type Texts, whatsAppCredits } from './announcement.ts'
import type { Recipient } from './audience.ts'
import { placeholderFacts, type SchoolFacts } from './placeholder-facts.ts'

/** An announcement as far as its cost follows from it. */
export interface Planned extends Texts {
  channels: readonly string[]
}

export interface PlanSetting extends SchoolFacts {
  nametag: string
  /** The organisation's own mail server carries the e-mails, and they are free. */
  ownServer: boolean
  /** E-mails of this month that went out before by the platform's server. */
  mailsBefore: number
}

/** What becomes of one recipient on each channel. */
export interface PlannedRecipient {
  recipient: Recipient
  deliveries: NewMessage['deliveries']
}

/** The SMS of one recipient, whole; null where the text has none. */
export function smsTo(
  texts: Texts,
  { name, locale: reads, facts }: Pick<Recipient, 'name' | 'locale' | 'facts'>,
  setting: SchoolFacts & { nametag: string },
): string | null {
  const locale = localeFor(texts, reads)
  const typed = texts[`sms_${locale}`]
  if (!typed) return null
  return prefixed('sms', setting.nametag, fill(typed, placeholderFacts(name, facts, setting, locale)))
}

/**
 * Every recipient with each of the announcement's channels: the address, the credits, or why nothing leaves. What the page
 * before sending counts and what sending makes are both this, so the cost shown is the cost taken.
 */
export function planDeliveries(
  announcement: Planned,
  recipients: readonly Recipient[],
  setting: PlanSetting,
): PlannedRecipient[] {
  let mails = setting.mailsBefore
  let paidMails = 0
  const chosen = everyChannel.filter((channel) => announcement.channels.includes(channel))
  // A text without placeholders is the same for everybody of a language, and is measured once.
  const sizes = new Map<string, number | null>()
  const sizeOf = (text: string) => {
    const size = sizes.get(text)
    if (size !== undefined) return size
    const credits = smsCredits(text)
    sizes.set(text, credits)
    return credits
  }
  const mailCredits = () => {
    mails += 1
    if (setting.ownServer || mails <= freeMails) return 0
    paidMails += 1
    // The first of each ten carries the credit of all of them.
    return (paidMails - 1) % mailsPerCredit === 0 ? 1 : 0
  }
  return recipients.map((recipient) => {
    const email = firstAddress(recipient.email)
    const mobile = recipient.phone && isMobile(recipient.phone) ? recipient.phone : null
    const carried = (channel: Channel): NewMessage['deliveries'][number] => {
      if (channel === 'inapp') return { channel, address: null, credits: 0 }
      const address = channel === 'email' ? email : mobile
      const not = (suppressed: Suppression) => ({ channel, address, credits: 0, suppressed })
      if (recipient.opted_out.includes(channel)) return not('opted_out')
      if (!address) return not('no_address')
      if (recipient.duplicate.includes(channel)) return not('duplicate')
      if (channel === 'email') return { channel, address, credits: mailCredits() }
      if (channel === 'whatsapp') return { channel, address, credits: whatsAppCredits }
      const text = smsTo(announcement, recipient, setting)
      const credits = text ? sizeOf(text) : null
      return credits === null ? not('not_allowed') : { channel, address, credits }
    }
    return { recipient, deliveries: chosen.map(carried) }
  })
}

export interface ChannelCost {
  channel: Channel
  /** Messages that leave. */
  count: number
  credits: number
  /** The most segments of one SMS. */
  segments: number
  suppressed: Partial<Record<Suppression, number>>
}

export interface Cost {
  recipients: number
  /** Messages that leave on any channel, in-app included. */
  credits: number
  channels: ChannelCost[]
}

/** The plan added up by channel. */
export function costOf(plan: readonly PlannedRecipient[]): Cost {
  const byChannel = new Map<Channel, ChannelCost>()
  for (const { deliveries } of plan)
    for (const { channel, credits, suppressed } of deliveries) {
      const cost = byChannel.get(channel) ?? { channel, count: 0, credits: 0, segments: 0, suppressed: {} }
      byChannel.set(channel, cost)
      if (suppressed) cost.suppressed[suppressed] = (cost.suppressed[suppressed] ?? 0) + 1
      else {
        cost.count += 1
        cost.credits += credits
        if (channel === 'sms') cost.segments = Math.max(cost.segments, credits)
      }
    }
  const channels = [...byChannel.values()]
  return {
    recipients: plan.length,
    credits: channels.reduce((sum, { credits }) => sum + credits, 0),
    channels,
  }
}

/** The counts as the button carries them: a page that shows others is shown again. */
export const countedAs = ({ recipients, credits, channels }: Cost): string =>
  [recipients, credits, ...channels.map(({ channel, count }) => `${channel}:${count}`)].join(' ')
