import { newId } from '#db/id.ts'
import { insert, type Trx } from '../database/factories.ts'
import { dayOf, noonOf } from './told.ts'

/** A drawer of each of three people; that of the first is in its branch and was counted, with a sen missing; that of the second waits. */
export async function drawers(trx: Trx, users: readonly string[], branches: readonly string[]) {
  for (const [index, user_id] of users.entries())
    await insert(trx, 'cash_drawer', {
      ...{ id: newId(), user_id, branch_id: branches[index]!, opened_on: dayOf(index) },
      float_sen: 10_000 + index,
      ...(index === 0
        ? {
            ...{ status: 'closed', difference_sen: -1, difference_reason: 'Satu sen hilang' },
            ...{
              counted_by: user_id,
              counted_at: noonOf(0),
              confirmed_by: users[1]!,
              confirmed_at: noonOf(0),
            },
          }
        : {}),
      ...(index === 1
        ? {
            ...{ status: 'awaiting_confirmation', difference_sen: 5, difference_reason: 'Lima sen lebih' },
            ...{ counted_by: user_id, counted_at: noonOf(1) },
          }
        : {}),
    })
}
