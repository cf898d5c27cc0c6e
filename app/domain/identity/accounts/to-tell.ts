import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'

/** Active accounts with an address, to whom a mail can go; whoever asks says which of them it concerns. */
export function accountsToTell(db: Kysely<DB>) {
  return db
    .selectFrom('user_account')
    .select(['id', 'name', 'email', 'locale'])
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .where('email', 'is not', null)
}
