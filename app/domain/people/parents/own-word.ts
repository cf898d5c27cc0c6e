import { sql, type Transaction } from 'kysely'
import { nameKey } from '#app/domain/core/contact/name-key.ts'
import { isOwnFamily } from '#app/domain/core/four-eyes/own-family.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { identityIndexes } from '#app/domain/identity/accounts/identity.ts'
import type { DB } from '#db/types.ts'

/**
 * Whether somebody typed a parent's details about themselves or their own family: the parent is of their family, or has their
 * name or the identity number of their staff record. What they typed is then not the office's word, whoever saves it; see
 * `app/domain/identity/contacts/proven.ts`.
 * @param typists accounts of the colleagues who typed the details
 */
export async function isOwnWord(
  trx: Transaction<DB>,
  typists: readonly (string | null)[],
  keys: Keys,
  parent_id: string,
  { identity_no }: { identity_no?: string | undefined } = {},
): Promise<boolean> {
  const ids = [...new Set(typists)].filter((id) => id !== null)
  for (const id of ids) if (await isOwnFamily(trx, { id }, { type: 'parent', ids: [parent_id] })) return true
  if (ids.length === 0) return false
  const [parent, typed] = await Promise.all([
    trx.selectFrom('parent').select('name').where('id', '=', parent_id).executeTakeFirst(),
    trx
      .selectFrom('user_account')
      .leftJoin('staff', 'staff.user_id', 'user_account.id')
      .select(['user_account.name', 'staff.identity_no_index'])
      .where('user_account.id', 'in', ids)
      .execute(),
  ])
  const numbers = identity_no
    ? identityIndexes(keys.ring, { place: keys.place, table: 'staff' }, identity_no)
    : []
  return typed.some(
    ({ name, identity_no_index: own }) =>
      (parent && nameKey(parent.name) === nameKey(name)) ||
      (own && numbers.some((number) => number.equals(own))),
  )
}

/**
 * After a parent was linked to an account: what this very person had typed about the parent before, as a colleague, no longer
 * counts. A contact that the account has proven goes on counting.
 */
export async function discountOwnWord(
  trx: Transaction<DB>,
  parent_id: string,
  user_id: string,
): Promise<void> {
  const isTheirs = (column: 'phone' | 'email') =>
    sql<Date | null>`(select case when lower(account.${sql.ref(column)}) = lower(parent.${sql.ref(column)})
      then account.${sql.ref(`${column}_proven_at`)} end from user_account as account where account.id = ${user_id})`
  await trx
    .updateTable('parent')
    .set({
      ...{ name_confirmed: false, identity_proven_at: null },
      ...{ phone_proven_at: isTheirs('phone'), email_proven_at: isTheirs('email') },
    })
    .where('id', '=', parent_id)
    .where(
      sql<boolean>`exists (select from audit_log where object_type = 'parent' and object_id = ${parent_id}::text
        and actor_id = ${user_id}::uuid and action in ('parent.created', 'parent.edited'))`,
    )
    .execute()
}
