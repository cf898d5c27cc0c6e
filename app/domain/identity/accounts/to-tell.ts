import type { Kysely } from 'kysely'
import { type Recipient, recipientOf } from '#app/domain/core/letters/recipients.ts'
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

/** One of them as the reader of a letter; undefined when they are not among them any more. */
export async function recipientAmong(
  accounts: ReturnType<typeof accountsToTell>,
  user_id: string,
): Promise<Recipient | undefined> {
  const account = await accounts.where('user_account.id', '=', user_id).executeTakeFirst()
  return account && recipientOf(account)
}
