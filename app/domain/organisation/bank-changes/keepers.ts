import { type Kysely, sql } from 'kysely'
import { rolesWith } from '#app/domain/core/access/access.ts'
import { type Recipient, recipientOf } from '#app/domain/core/letters/recipients.ts'
import { accountsToTell } from '#app/domain/identity/accounts/to-tell.ts'
import type { DB } from '#db/types.ts'

const told = rolesWith('bank.edit')

interface Keeper {
  /** Null of the contact of the organisation. */
  id: string | null
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
  const people = accounts.map(({ email, ...rest }) => ({ ...rest, email: email! }))
  const known = people.some(({ email }) => email.toLowerCase() === contact.email.toLowerCase())
  return known ? people : [...people, { id: null, ...contact }]
}

/** One of them as the reader of a letter; undefined when they are not among them any more. */
export async function bankKeeper(db: Kysely<DB>, user_id: string | null): Promise<Recipient | undefined> {
  const keeper = (await keepersOfBank(db)).find((one) => one.id === user_id)
  return keeper && recipientOf(keeper)
}
