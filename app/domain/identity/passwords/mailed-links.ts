import { sql, type Transaction } from 'kysely'
import type { DB } from '#db/types.ts'
import { endRecoveryTokens } from './recovery.ts'

/** Ends the open invitation of an account: another one replaces it, or it is withdrawn. */
export async function endInvitation(
  trx: Transaction<DB>,
  user_id: string,
  how: 'replaced_at' | 'withdrawn_at',
): Promise<void> {
  await trx
    .updateTable('invitation')
    .set({ [how]: sql<Date>`now()` })
    .where('user_id', '=', user_id)
    .where('used_at', 'is', null)
    .where('replaced_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .execute()
}

/** Ends the links for a password that were mailed to an address which no longer is the account's. */
export async function endMailedLinks(trx: Transaction<DB>, user_id: string): Promise<void> {
  await endRecoveryTokens(trx, 'tenant', user_id)
  await endInvitation(trx, user_id, 'withdrawn_at')
}
