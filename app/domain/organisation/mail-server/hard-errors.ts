import { sql, type Transaction } from 'kysely'
import { systemActor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { accountsToTell } from '#app/domain/identity/accounts/to-tell.ts'
import type { MailFailure } from '#app/integrations/mail/error.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { mostHardErrors } from './mail-server.ts'

const self = sql<string>`platform.current_entity()`

/**
 * A verified server would not take a mail. With the tenth in a row it has failed: the platform's sends from then on, and
 * the organisation's managers are told, once. Says whether that was so.
 */
export async function countHardError(trx: Transaction<DB>, fault: MailFailure): Promise<boolean> {
  const count = sql<number>`smtp_hard_errors + 1`
  const row = await trx
    .updateTable('platform.entity')
    .set({
      smtp_hard_errors: count,
      smtp_failure: fault,
      smtp_status: sql<string>`case when ${count} >= ${mostHardErrors} then 'failed' else smtp_status end`,
    })
    .where('id', '=', self)
    .where('smtp_status', '=', 'verified')
    .returning(['id', 'smtp_status'])
    .executeTakeFirst()
  if (row?.smtp_status !== 'failed') return false
  const after = { smtp_status: 'failed', hard_errors: mostHardErrors }
  await record(trx, systemActor, 'entity.smtp_failed', { type: 'entity', id: row.id }, { after })
  for (const { id } of await managersToTell(trx).execute())
    await enqueue(trx, 'mail_server.failed', { user_id: id })
  return true
}

/** It took one, so that those it would not take are in no row any more. */
export async function noteDelivered(trx: Transaction<DB>): Promise<void> {
  await trx
    .updateTable('platform.entity')
    .set({ smtp_hard_errors: 0, smtp_failure: null })
    .where('id', '=', self)
    .where('smtp_status', '=', 'verified')
    .where('smtp_hard_errors', '>', 0)
    .execute()
}

/** Who may set the server up again. */
export const managersToTell = (trx: Transaction<DB>) =>
  accountsToTell(trx).where(sql<boolean>`roles && array['superadmin', 'admin']`)
