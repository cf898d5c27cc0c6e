import { sql } from 'kysely'
import { session } from '#app/domain/classes/sessions/test-support.ts'
import { newId } from '#db/id.ts'
import { type Given, insert, subject, type Trx, user } from '#tests/support/database/factories.ts'

/** Somebody who teaches, with a usual rate of RM40.00 an hour unless another is given. */
export async function payee(trx: Trx, branch_id: string, given: Partial<Given<'trainer'>> = {}) {
  const account = await user(trx, { roles: ['trainer'] }, { branch_id })
  const known = await trx.selectFrom('trainer').selectAll().where('user_id', '=', account.id).executeTakeFirst()
  const values = { pay_type: 'hour', pay_rate_sen: 4_000, ...given }
  if (known) {
    await trx.updateTable('trainer').set(values).where('id', '=', known.id).execute()
    return { id: known.id, user_id: account.id }
  }
  const row = await insert(trx, 'trainer', {
    ...{ id: newId(), user_id: account.id, name: 'Cikgu Aminah', phone: '+60123456789' },
    ...values,
  })
  return { id: row.id, user_id: account.id }
}

/** A session that was held and confirmed. */
export async function heldSession(trx: Trx, trainer_user_id: string, given: Given<'class_session'> = {}) {
  const { id } = await session(trx, { trainer_user_id, ...given })
  await sql`update class_session set status = 'confirmed', confirmed_at = now() where id = ${id}`.execute(trx)
  return id
}

export const aSubject = subject
