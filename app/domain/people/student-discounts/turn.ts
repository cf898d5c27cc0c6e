import type { Transaction } from 'kysely'
import { systemActor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { touched } from '#app/domain/core/changed.ts'
import type { DB } from '#db/types.ts'

/** Ends the discounts of students whose last day has passed. Returns how many; twice is harmless. */
export async function turnDiscounts(trx: Transaction<DB>, today: string): Promise<number> {
  const ended = await trx
    .updateTable('student_discount')
    .set({ status: 'ended', ...touched })
    .where('status', '=', 'approved')
    .where('ends_on', '<', today)
    .returning(['id', 'student_id', 'discount_id', 'ends_on'])
    .execute()
  for (const { id, ...after } of ended)
    await record(
      trx,
      systemActor,
      'student_discount.ended',
      { type: 'student_discount', id },
      { after: { ...after, status: 'ended' } },
    )
  return ended.length
}
