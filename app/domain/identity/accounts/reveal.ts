import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { Refusal, type RefusalCode } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import type { DB } from '#db/types.ts'
import { type IdentityPlace, openedIdentity, writtenIdentity } from './identity.ts'

/**
 * The whole number of a row that the reader's scope has found, as it stands on the card; the audit log says that it was
 * shown and to whom. Refuses (`missing`) a row that was not found.
 */
export async function revealIdentity(
  trx: Transaction<DB>,
  actor: Actor,
  { ring, place }: Keys,
  table: IdentityPlace['table'],
  row: { id: string; identity_type: string | null; identity_no_sealed: string | null } | undefined,
  missing: RefusalCode,
): Promise<{ identity_no: string | null }> {
  if (!row) throw new Refusal(missing)
  const { id, identity_type, identity_no_sealed: sealed } = row
  await record(trx, actor, 'identity.revealed', { type: table, id })
  const number = sealed && openedIdentity(ring, { place, table, row: id }, sealed)
  return { identity_no: number && writtenIdentity(identity_type, number) }
}
