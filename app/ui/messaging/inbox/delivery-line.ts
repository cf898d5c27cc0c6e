import type { TFunction } from 'i18next'
import type { FamilyDelivery } from '#app/domain/messaging/inbox/family-messages.ts'

/** One channel and what became of it: `E-mail: delivered`. */
export const deliveryLine = (
  { channel, status }: Pick<FamilyDelivery, 'channel' | 'status'>,
  t: TFunction,
): string => `${t(`inbox.channel.${channel}`)}: ${t(`inbox.status.${status}`)}`
