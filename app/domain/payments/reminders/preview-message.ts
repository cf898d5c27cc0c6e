import { type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import { optedOut } from '#app/domain/core/contact/opted-out.ts'
import { invoicesIn } from '#app/domain/core/invoicing/invoice.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import type { DB } from '#db/types.ts'
import type { ReminderMessage } from './reminder-letters.ts'
import { messageTo, remindableInvoices } from './send-reminder.ts'

interface Previewed {
  message: Omit<ReminderMessage, 'level'>
  phone: string | null
  /** Invoices that the message has as well, in branches that the reader does not see. */
  elsewhere: number
}

/**
 * The message that a family would get now, as {@link claimReminder} would make it, with the invoices within the scope.
 * `waiting`: a reminder that needs approval, or null for one by hand.
 */
export async function previewMessage(
  db: Kysely<DB>,
  scope: RowScope,
  parent_id: string,
  waiting: { id: string; level: number } | null,
  today: string,
): Promise<Previewed> {
  const setting = await settings(db, 'reminder')
  const about = waiting
    ? { ...waiting, parent_id, trigger: 'schedule' }
    : { id: parent_id, level: 1, parent_id, trigger: 'hand' }
  const [left, reached, parent] = await Promise.all([
    remindableInvoices(db, about, setting.steps, today),
    invoicesIn(db, scope).select('invoice.id').where('invoice.payer_parent_id', '=', parent_id).execute(),
    db
      .selectFrom('parent')
      .leftJoin('user_account', (join) =>
        join
          .onRef('user_account.id', '=', 'parent.user_id')
          .on('user_account.status', '=', 'active')
          .on('user_account.deleted_at', 'is', null),
      )
      .select(['parent.name', 'parent.email', 'parent.phone', 'parent.preferred_locale'])
      .select(sql<boolean>`user_account.id is not null`.as('has_account'))
      .select(optedOut('parent', sql.ref('parent.id'), 'sms').as('no_sms'))
      .where('parent.id', '=', parent_id)
      .executeTakeFirstOrThrow(),
  ])
  const ids = new Set(reached.map(({ id }) => id))
  const mine = left.filter(({ id }) => ids.has(id))
  return {
    message: messageTo(parent, mine, setting, today),
    phone: parent.phone,
    elsewhere: left.length - mine.length,
  }
}
