import { type Kysely, sql } from 'kysely'
import { rolesWith } from '#app/domain/core/access/access.ts'
import { accountsToTell } from '#app/domain/identity/accounts/to-tell.ts'
import type { DB } from '#db/types.ts'

const told = rolesWith('bank.edit')

interface Keeper {
  /** Null of the contact of the organisation. */
  user_id: string | null
  name: string
  email: string
  locale: string
}

/** Whom a change of the bank account concerns: who may ask for one, and the contact, each address once. */
export async function keepersOfBank(db: Kysely<DB>): Promise<Keeper[]> {
  const accounts = await accountsToTell(db).where(sql<boolean>`roles && ${told}::text[]`).execute()
  const contact = await db
    .selectFrom('platform.entity')
    .select(['contact_name as name', 'contact_email as email', 'default_locale as locale'])
    .where('id', '=', sql<string>`platform.current_entity()`)
    .executeTakeFirstOrThrow()
  const people = accounts.map(({ id, email, ...rest }) => ({ user_id: id, ...rest, email: email! }))
  const known = people.some(({ email }) => email.toLowerCase() === contact.email.toLowerCase())
  return known ? people : [...people, { user_id: null, ...contact }]
}
