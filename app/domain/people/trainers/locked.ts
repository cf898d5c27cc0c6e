import type { Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { refuseStale } from '#app/domain/core/changed.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { lockedStaff } from '#app/domain/people/staff/locked.ts'
import type { DB } from '#db/types.ts'
import { trainersIn } from './trainers-in.ts'

/**
 * A trainer within a scope, and the person with their account, locked in that order of accounts, staff and trainers in
 * which everybody locks them. Refuses not_found.trainer, who was changed by somebody else, and an account that the
 * actor may not touch (staff.protected).
 */
export async function lockedTrainer(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  version: number,
) {
  const known = await trainersIn(trx, scope)
    .select('staff.id as staff_id')
    .where('trainer.id', '=', id)
    .executeTakeFirst()
  if (!known) throw new Refusal('not_found.trainer')
  const person = await lockedStaff(trx, actor, known.staff_id)
  const row = await trx
    .selectFrom('trainer')
    .select(['id', 'specialisation', 'qualification', 'version'])
    .select(['bank_name', 'account_name', 'account_number_sealed', 'tin', 'pay_type', 'pay_rate_sen'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.trainer')
  refuseStale(row, version)
  return { row, person }
}
