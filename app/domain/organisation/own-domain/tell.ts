import { sql, type Transaction } from 'kysely'
import { accountsToTell } from '#app/domain/identity/accounts/to-tell.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import type { DomainNews } from './own-domain.ts'

/** Who may set it up again. */
export const superadminsToTell = (trx: Transaction<DB>) =>
  accountsToTell(trx).where(sql<boolean>`roles && array['superadmin']`)

export async function tellSuperadmins(trx: Transaction<DB>, what: DomainNews): Promise<void> {
  for (const { id } of await superadminsToTell(trx).execute())
    await enqueue(trx, 'domain.notify', { user_id: id, what })
}
