import type { TFunction } from 'i18next'
import type { FamilyDelivery } from '#app/domain/messaging/inbox/family-messages.ts'

/** What became of one channel, with why: `not sent: no address on file`. */
export function deliveryStatus(
  { status, reason }: Pick<FamilyDelivery, 'status' | 'reason'>,
  t: TFunction,
): string {
  const word = t(`inbox.status.${status}`)
  return reason ? `${word} (${t(`inbox.reason.${reason}`)})` : word
}

/** One channel and what became of it: `E-mail: delivered`. */
export const deliveryLine = (
  one: Pick<FamilyDelivery, 'channel' | 'status' | 'reason'>,
  t: TFunction,
): string => `${t(`inbox.channel.${one.channel}`)}: ${deliveryStatus(one, t)}`
