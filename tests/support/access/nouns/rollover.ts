import { addDays, addMonths, startOfMonth } from '#app/domain/core/dates.ts'
import { versionForm } from '#app/domain/core/fields.ts'
import {
  classForm,
  endingDiscountsForm,
  rolloverForm,
  seatForm,
  undoForm,
} from '#app/domain/enrolment/rollovers/rollover.ts'
import { newId } from '#db/id.ts'
import type { Corner, Noun } from '#tests/support/access/noun.ts'
import { type Row, today, verb, version, view } from '#tests/support/access/row.ts'
import { insert, subject, type Trx } from '#tests/support/database/factories.ts'

/** A change of year that was previewed, with one class, one seat and one family. Only one is open at a time. */
async function planned(trx: Trx, { student_id, payer_parent_id, user_id, mark, sen }: Corner) {
  await trx
    .updateTable('rollover')
    .set({ status: 'done', done_at: new Date() })
    .where('status', 'in', ['planning', 'previewing', 'previewed', 'running'])
    .execute()
  const row = await insert(trx, 'rollover', {
    ...{ id: newId(), name: mark.slice(0, 60), ends_on: '2026-12-31', starts_on: '2027-01-01' },
    ...{ bills_from: '2027-01-01', keeps_own_fees: true, share_bp: 1_000, status: 'previewed' },
    ...{ previewed_at: new Date(), created_by: user_id },
  })
  const rollover_id = row.id
  // A plan holds nothing of what it names, and a class of its own would be one more for the next preview.
  const known = await trx.selectFrom('subject').select('id').orderBy('id').executeTakeFirst()
  const subject_id = known?.id ?? (await subject(trx)).id
  const taught = await insert(trx, 'rollover_class', { id: newId(), rollover_id, subject_id, act: 'carry' })
  const told = await insert(trx, 'rollover_seat', {
    ...{ id: newId(), rollover_id, enrolment_id: newId(), student_id, subject_id },
    ...{ act: 'carry', by_hand: false, before: '{}' },
  })
  const family = await insert(trx, 'rollover_family', {
    ...{
      id: newId(),
      rollover_id,
      parent_id: payer_parent_id,
      students: 1,
      before_sen: sen(),
      after_sen: sen(),
    },
  })
  return { row, taught, told, family }
}

/** A change of year, and what it is about. */
export const rolloverNouns = {
  rollover: { reach: 'organisation', make: async (trx, corner) => (await planned(trx, corner)).row },
  rolloverClass: {
    reach: 'organisation',
    make: async (trx, corner) => ({ id: (await planned(trx, corner)).taught.id }),
  },
  rolloverSeat: {
    reach: 'organisation',
    make: async (trx, corner) => ({ id: (await planned(trx, corner)).told.id }),
  },
  rolloverFamily: {
    reach: 'organisation',
    make: async (trx, corner) => ({ id: (await planned(trx, corner)).family.id }),
  },
} as const satisfies Record<string, Noun>

const first = addMonths(startOfMonth(today), 1)
const days = {
  ...{ name: 'Sesi baharu', ends_on: addDays(first, -1), starts_on: first },
  ...{ bills_from: first.slice(0, 7), step_sen: '100' },
}

/** From one year to the next. */
export const rolloverRows: Record<string, Row> = {
  'tenant/rollover/new': { form: () => days, schema: rolloverForm },
  'tenant/rollover/edit': {
    of: 'rollover',
    form: (thing) => ({ ...days, ...version(thing) }),
    schema: rolloverForm,
  },
  'tenant/rollover/preview': verb('rollover', version, versionForm),
  'tenant/rollover/run': verb('rollover', version, versionForm),
  'tenant/rollover/remove': verb('rollover', version, versionForm),
  'tenant/rollover/undo': {
    of: 'rollover',
    form: (thing) => ({ reason: 'Tarikh sesi tersilap', ...version(thing) }),
    schema: undoForm,
  },
  'tenant/rollover/discounts': { of: 'rollover', form: version, schema: endingDiscountsForm },
  'tenant/rollover/class': {
    of: 'rolloverClass',
    form: (thing) => ({ act: 'end', ...version(thing) }),
    schema: classForm,
  },
  'tenant/rollover/seat': {
    of: 'rolloverSeat',
    form: (thing) => ({ act: 'end', ...version(thing) }),
    schema: seatForm,
  },
  'tenant/rollover/family': view('rolloverFamily'),
}
