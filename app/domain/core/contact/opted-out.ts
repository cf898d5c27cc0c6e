import { type RawBuilder, sql } from 'kysely'

/** Channels of which people may say that they want no messages; in-app cannot be left. */
export const leavableChannels = ['email', 'sms', 'whatsapp'] as const
export type LeavableChannel = (typeof leavableChannels)[number]

/**
 * Whether a family (by its parent) or an account wants no messages by a channel, as an SQL condition:
 * `where(({ not }) => not(optedOut('parent', sql.ref('parent.id'), 'sms')))`. `id` and `channel` may be columns. Only
 * announcements, absence alerts and fee reminders by SMS ask it; receipts, invoices, codes and fee reminders by e-mail do
 * not.
 */
export const optedOut = (
  who: 'parent' | 'user',
  id: RawBuilder<unknown>,
  channel: LeavableChannel | RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`exists (
    select from message_opt_out
    where ${sql.ref(`message_opt_out.${who}_id`)} = ${id} and message_opt_out.channel = ${channel}
  )`
