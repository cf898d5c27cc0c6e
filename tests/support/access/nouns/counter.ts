import { currentDay } from '#app/domain/core/clock.ts'
import { versionForm } from '#app/domain/core/fields.ts'
import { counterSettingForm } from '#app/domain/payments/counter/counter.ts'
import { closeDrawerForm, drawerMoveForm, openDrawerForm } from '#app/domain/payments/drawers/drawer.ts'
import { counterForm } from '#app/domain/payments/payments/payment.ts'
import { newId } from '#db/id.ts'
import type { Corner, Noun } from '#tests/support/access/noun.ts'
import { type Row, verb, version, view } from '#tests/support/access/row.ts'
import { insert, student, type Trx, user } from '#tests/support/database/factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'

export const counterNouns = {
  /** A family of its own with something to pay, so that no other route finds what is left of that otherwise than before. */
  queuing: {
    make: async (trx, { branch_id, mark, sen }) => {
      const { id: student_id, payer } = await student(trx, { branch_id, name: mark })
      const about = { student_id, payer_parent_id: payer!.id, branch_id, remark: mark }
      await invoice(trx, about, [{ price_sen: sen(), description: mark }])
      return payer!
    },
  },
} as const satisfies Record<string, Noun>

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

/** Of no row of a test. */
const nobody = '42424242-4242-4242-8242-424242424242'

let setting_version = 0

export const counterRows: Record<string, Row> = {
  'tenant/counter/take': {
    of: 'queuing',
    form: () => ({ method: 'cash', amount: '1.00' }),
    schema: counterForm,
  },
  'tenant/counter/done': view('payment'),
  // for whom it is, and where, its own tests tell
  'tenant/drawer/open': {
    form: () => ({ branch_id: nobody, float: '1.00' }),
    schema: openDrawerForm,
  },
  'tenant/drawer/move': {
    of: 'drawer',
    form: () => ({ kind: 'in', amount: '1.00', reason: 'Wang kecil dari pejabat' }),
    schema: drawerMoveForm,
  },
  'tenant/drawer/close': {
    of: 'drawer',
    form: (thing) => ({ cash: '0', difference_reason: 'Tiada wang di dalam', ...version(thing) }),
    schema: closeDrawerForm,
  },
  'tenant/drawer/confirm': verb('countedDrawer', version, versionForm),
  'tenant/setting/counter': {
    form: () => ({ round_cash: 'on', receipt_size: 'a5', version: String(setting_version++) }),
    schema: counterSettingForm,
  },
}
