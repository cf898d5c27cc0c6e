import type { Transaction } from 'kysely'
import { openedIdentity } from '#app/domain/accounts/identity.server.ts'
import { writtenIdentity } from '#app/domain/accounts/identity.ts'
import type { Actor, RowScope } from '#app/domain/actor.ts'
import { record } from '#app/domain/audit.ts'
import { Refusal } from '#app/domain/refusal.ts'
import type { Keys } from '#app/domain/secrets.server.ts'
import type { DB } from '#db/types.ts'
import { staffIn } from './find-staff.server.ts'

/** The whole number; the audit log says that it was shown and to whom. */
export async function revealIdentity(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  { ring, place }: Keys,
  id: string,
): Promise<{ identity_no: string }> {
  const row = await staffIn(trx, scope)
    .select(['staff.identity_type', 'staff.identity_no_sealed'])
    .where('staff.id', '=', id)
    .executeTakeFirst()
  const { identity_type, identity_no_sealed: sealed } = row ?? {}
  if (!identity_type || !sealed) throw new Refusal('not_found.staff')
  await record(trx, actor, 'identity.revealed', { type: 'staff', id })
  const number = openedIdentity(ring, { place, table: 'staff', row: id }, sealed)
  return { identity_no: writtenIdentity(identity_type, number) }
}
