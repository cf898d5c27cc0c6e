import { currentDay } from '#app/domain/core/clock.ts'
import { newId } from '#db/id.ts'
import { insert, type Trx, user } from '../../database/factories.ts'
import type { Corner, Noun } from '../noun.ts'

/** A drawer of somebody; a counted one is of nobody among the people of the test, so that each of them may confirm it. */
async function drawerOf(trx: Trx, { branch_id, mark, sen }: Corner, user_id: string, counted: boolean) {
  const { id: counted_by } = await user(trx, { name: mark }, { branch_id })
  return insert(trx, 'cash_drawer', {
    ...{ id: newId(), branch_id, user_id, opened_on: currentDay(), float_sen: sen() },
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

/** Somebody has one open at a time. */
async function closeOpen(trx: Trx, user_id: string) {
  await trx
    .updateTable('cash_drawer')
    .set({ status: 'closed', difference_sen: 0, counted_by: user_id, counted_at: new Date() })
    .where('user_id', '=', user_id)
    .where('status', '=', 'open')
    .execute()
}

export const drawerNouns = {
  drawer: {
    keeper: 'clerk',
    make: async (trx, corner) => {
      await closeOpen(trx, corner.clerk_id)
      return drawerOf(trx, corner, corner.clerk_id, false)
    },
  },
  countedDrawer: {
    make: async (trx, corner) => {
      const { id } = await user(trx, { name: corner.mark }, { branch_id: corner.branch_id })
      return drawerOf(trx, corner, id, true)
    },
  },
} as const satisfies Record<string, Noun>
