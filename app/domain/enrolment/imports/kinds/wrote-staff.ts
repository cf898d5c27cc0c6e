import type { Transaction } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Wrote } from '../kind.ts'

/** The rows that somebody who works here consists of. */
export async function wroteStaff(trx: Transaction<DB>, staff_id: string): Promise<Wrote[]> {
  const { user_id, trainer_id } = await trx
    .selectFrom('staff')
    .leftJoin('trainer', 'trainer.user_id', 'staff.user_id')
    .select(['staff.user_id', 'trainer.id as trainer_id'])
    .where('staff.id', '=', staff_id)
    .executeTakeFirstOrThrow()
  return [
    { type: 'user_account', id: user_id },
    { type: 'staff', id: staff_id },
    ...(trainer_id ? [{ type: 'trainer', id: trainer_id }] : []),
  ]
}
