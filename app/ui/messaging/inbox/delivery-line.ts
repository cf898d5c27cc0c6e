import type { TFunction } from 'i18next'
import { formatPhone } from '#app/domain/core/contact/phone.ts'
import type { FamilyDelivery } from '#app/domain/messaging/inbox/family-messages.ts'

/** What became of one channel, with why: `not sent (no address on file)`. */
export function deliveryStatus(
  { status, reason }: Pick<FamilyDelivery, 'status' | 'reason'>,
  t: TFunction,
): string {
  const word = t(`inbox.status.${status}`)
  const why = reason && t(`inbox.reason.${reason}`)
  return why ? `${word} (${why})` : word
}

/** One channel and what became of it: `E-mail: delivered`. */
export const deliveryLine = (
  { channel, ...became }: Pick<FamilyDelivery, 'channel' | 'status' | 'reason'>,
  t: TFunction,
): string => {
  const name = t(`inbox.channel.${channel}`)
  return `${name}: ${deliveryStatus(became, t)}`
}

/** Where it went, a number as written in Malaysia. */
export const shownAddress = ({
  channel,
  address,
}: {
  channel: string
  address: string | null
}): string | null => (address && channel !== 'email' ? formatPhone(address) : address)
