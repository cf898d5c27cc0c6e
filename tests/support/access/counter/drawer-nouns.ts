import { currentDay } from '#app/domain/clock.server.ts'
import { newId } from '#db/id.ts'
import { insert, type Trx, user } from '../../database/factories.ts'
import type { Corner, Noun } from '../noun.ts'

/** A drawer of somebody who is none of the people of the test. */
async function drawerOf(trx: Trx, { branch_id, mark, sen }: Corner, counted: boolean) {
  const clerk = await user(trx, { name: mark }, { branch_id })
  const { id: counted_by } = await user(trx, { name: mark }, { branch_id })
  return insert(trx, 'cash_drawer', {
    ...{ id: newId(), branch_id, user_id: clerk.id, opened_on: currentDay(), float_sen: sen() },
    ...(counted && {
      ...{
        status: 'awaiting_confirmation',
        difference_sen: -100,
        difference_reason: `${mark} kurang seringgit`,
      },
      ...{ counted_by, counted_at: new Date() },
    }),
  })
}

export const drawerNouns = {
  drawer: { make: (trx, corner) => drawerOf(trx, corner, false) },
  countedDrawer: { make: (trx, corner) => drawerOf(trx, corner, true) },
} as const satisfies Record<string, Noun>
