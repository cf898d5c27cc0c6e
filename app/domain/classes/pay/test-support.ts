import { sql } from 'kysely'
import { session } from '#app/domain/classes/sessions/test-support.ts'
import { type Given, type Trx, user } from '#tests/support/database/factories.ts'

/** Somebody who teaches, with a usual rate of RM40.00 an hour unless another is given. */
export async function payee(trx: Trx, given: Partial<Given<'trainer'>> = {}, branch_id?: string) {
  const account = await user(trx, { roles: ['trainer'] }, branch_id ? { branch_id } : {})
  const id = account.trainer!.id
  await trx
    .updateTable('trainer')
    .set({ pay_type: 'hour', pay_rate_sen: 4_000, ...given })
    .where('id', '=', id)
    .execute()
  return { id, user_id: account.id, name: account.name }
}

/** A session that was held and confirmed. */
export async function heldSession(trx: Trx, trainer_user_id: string, given: Given<'class_session'> = {}) {
  const { id } = await session(trx, { trainer_user_id, ...given })
  await sql`update class_session set status = 'confirmed', confirmed_at = now() where id = ${id}`.execute(trx)
  return id
}
