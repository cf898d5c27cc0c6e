import { sql } from 'kysely'
import { environmentKeyring, seal } from '#app/domain/core/secrets.ts'
import { environment } from '#app/environment.ts'
import type { Corner, Noun } from '#tests/support/access/noun.ts'
import { type Trx, user } from '#tests/support/database/factories.ts'

/** Who teaches, as addresses can be about them. */
export const trainerNouns = {
  trainer: { make: teacher },
  /** Nobody who signs in here, so that the account can be switched off and removed. */
  spareTrainer: { make: newTeacher },
} satisfies Record<string, Noun>

/** Who teaches the class of the corner: in the people's own the trainer among them, elsewhere somebody new. */
async function teacher(trx: Trx, corner: Corner) {
  const { subject_id, user_id, mark, sen } = corner
  const known = await trx.selectFrom('trainer').select('id').where('user_id', '=', user_id).executeTakeFirst()
  const { id } = known ?? (await newTeacher(trx, corner))
  const account_number_sealed = await sealedAccount(trx, id)
  const row = await trx
    .updateTable('trainer')
    .set({ name: mark, specialisation: mark, qualification: mark, tin: mark })
    .set({
      bank_name: mark,
      account_name: mark,
      account_number_sealed,
      pay_type: 'hour',
      pay_rate_sen: sen(),
    })
    .where('id', '=', id)
    .returning(['id', 'user_id', 'version'])
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('subject_trainer')
    .values({ subject_id, user_id: row.user_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return row
}

async function newTeacher(trx: Trx, { mark, branch_id }: Corner) {
  return (await user(trx, { name: mark, roles: ['trainer'] }, { branch_id })).trainer!
}

async function sealedAccount(trx: Trx, row: string) {
  const { rows } = await sql<{ place: string }>`select current_schema() as place`.execute(trx)
  const cell = { place: rows[0]!.place, table: 'trainer', column: 'account_number_sealed', row }
  return seal(environmentKeyring(environment), cell, '990012345678')
}
