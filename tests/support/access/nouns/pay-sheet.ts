import {
  correctionForm,
  endRateForm,
  makeSheetsForm,
  paySheetForm,
  rateForm,
  returnSheetForm,
  uncorrectForm,
} from '#app/domain/classes/pay/pay-sheet.ts'
import { versionForm } from '#app/domain/core/fields.ts'
import { newId } from '#db/id.ts'
import type { Corner, Noun } from '#tests/support/access/noun.ts'
import { type Row, today, verb, version, view } from '#tests/support/access/row.ts'
import { insert, type Trx, user } from '#tests/support/database/factories.ts'
import { trainerNouns } from './trainer.ts'

let month = 0

/** A sheet of whoever teaches in the corner, each of a month of its own, with one line. */
async function sheet(trx: Trx, corner: Corner, more: object = {}) {
  const trainer = await trainerNouns.trainer.make(trx, corner)
  month += 1
  const first = `${2001 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`
  const total_sen = corner.sen()
  const row = await insert(trx, 'pay_sheet', {
    ...{ id: newId(), trainer_id: trainer.id, trainer_user_id: trainer.user_id, month: first, total_sen },
    trainer_name: corner.mark,
    ...more,
  })
  const line = await insert(trx, 'pay_sheet_line', {
    ...{ id: newId(), pay_sheet_id: row.id, position: 1, kind: 'correction', amount_sen: total_sen },
    reason: `${corner.mark} perjalanan`,
  })
  return { ...row, line_id: line.id }
}

const someone = async (trx: Trx, { branch_id }: Corner) => (await user(trx, {}, { branch_id })).id

/** What trainers are paid. Their own sheets they see once these are approved. */
export const paySheetNouns = {
  pay_sheet: {
    make: async (trx, corner) =>
      sheet(trx, corner, {
        ...{ status: 'approved', submitted_by: await someone(trx, corner), submitted_at: new Date() },
        ...{ decided_by: await someone(trx, corner), decided_at: new Date() },
      }),
    keeper: 'trainer',
  },
  draftSheet: { make: (trx, corner) => sheet(trx, corner) },
  submittedSheet: {
    make: async (trx, corner) =>
      sheet(trx, corner, {
        ...{ status: 'submitted', submitted_by: await someone(trx, corner), submitted_at: new Date() },
      }),
  },
  trainer_rate: {
    make: async (trx, corner) => {
      const { id: trainer_id } = await trainerNouns.trainer.make(trx, corner)
      month += 1
      const starts_on = `${2001 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`
      return insert(trx, 'trainer_rate', {
        ...{ id: newId(), trainer_id, pay_type: 'hour', rate_sen: corner.sen(), starts_on },
      })
    },
  },
} as const satisfies Record<string, Noun>

const reason = 'Perjalanan ke cawangan lain'

export const paySheetRows: Record<string, Row> = {
  'tenant/pay-sheet/new': { form: () => ({ month: today.slice(0, 7) }), schema: makeSheetsForm },
  'tenant/pay-sheet/view': view('pay_sheet'),
  'tenant/pay-sheet/print': view('pay_sheet'),
  'tenant/pay-sheet/refresh': verb('draftSheet', version, versionForm),
  'tenant/pay-sheet/correct': {
    of: 'draftSheet',
    form: (thing) => ({ amount_sen: '-0.01', reason, ...version(thing) }),
    schema: correctionForm,
  },
  'tenant/pay-sheet/uncorrect': verb(
    'draftSheet',
    (thing) => ({ line_id: String(thing.line_id ?? thing.id), ...version(thing) }),
    uncorrectForm,
  ),
  'tenant/pay-sheet/submit': verb('draftSheet', version, versionForm),
  'tenant/pay-sheet/withdraw': verb('submittedSheet', version, versionForm),
  'tenant/pay-sheet/approve': verb('submittedSheet', version, versionForm),
  'tenant/pay-sheet/return': {
    of: 'submittedSheet',
    form: (thing) => ({ decision_reason: reason, ...version(thing) }),
    schema: returnSheetForm,
  },
  'tenant/pay-sheet/pay': {
    of: 'pay_sheet',
    form: (thing) => ({ paid_on: today, bank_reference: 'IBG 7781', ...version(thing) }),
    schema: paySheetForm,
  },
  'tenant/pay-sheet/bank-file': { leadsOn: true, form: () => ({ month: '1999-01' }), schema: makeSheetsForm },
  'tenant/pay-sheet/rates': {
    of: 'trainer',
    form: () => ({ pay_type: 'hour', rate_sen: '45.00', starts_on: today }),
    schema: rateForm,
  },
  'tenant/pay-sheet/end-rate': {
    of: 'trainer_rate',
    form: (thing) => ({ ends_on: today, ...version(thing) }),
    schema: endRateForm,
  },
}
