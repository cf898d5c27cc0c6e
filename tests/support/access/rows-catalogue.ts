import { priceForm, subjectFeeForm } from '#app/domain/catalogue/subject-fees/subject-fee.ts'
import { closeForm } from '#app/domain/catalogue/subjects/subject.ts'
import { statusForm, versionForm } from '#app/domain/core/fields.ts'
import { resourceRows } from './resource-rows.ts'
import { inDays, type Row, today, verb, version, view } from './row.ts'

const nobody = '0198f000-0000-7000-8000-00000000dead'
const newFee = {
  ...{ subject_id: nobody, fee_type_id: nobody, amount_sen: '1.00', quantity: '1', due_day: '7' },
  ...{ frequency: 'monthly', proration: 'none', apply_to: 'all', starts_on: '2026-01-01' },
}

/** What is taught and what it costs. */
export const catalogueRows: Record<string, Row> = {
  ...resourceRows('category', 'category'),
  ...resourceRows('discount', 'discount'),
  'tenant/discount/trial-file': { of: 'discount', params: [{ format: 'csv' }] },
  ...resourceRows('fee_category', 'fee_category'),
  ...resourceRows('fee_type', 'fee_type'),
  ...resourceRows('line_template', 'line_template'),
  'tenant/subject-fee/new': { form: () => newFee, schema: subjectFeeForm },
  'tenant/subject-fee/edit': {
    of: 'subject_fee',
    form: (thing) => ({
      ...newFee,
      ...{
        subject_id: thing.subject_id ?? nobody,
        fee_type_id: thing.fee_type_id ?? nobody,
        starts_on: '2026-01-01',
      },
      ...version(thing),
    }),
    schema: subjectFeeForm,
  },
  'tenant/subject-fee/price': {
    of: 'subject_fee',
    form: (thing) => ({ amount_sen: '1.00', from: inDays(1), ...version(thing) }),
    schema: priceForm,
  },
  'tenant/subject-fee/status': verb(
    'subject_fee',
    (thing) => ({ status: 'inactive', ...version(thing) }),
    statusForm,
  ),
  'tenant/subject-fee/remove': verb('subject_fee', version, versionForm),
  ...resourceRows('module', 'module'),
  ...resourceRows('payment_option', 'payment_option'),
  ...resourceRows('program', 'program'),
  ...resourceRows('subject', 'spareSubject'),
  // the pictures themselves are tried in the test of their own
  'tenant/program/picture': { of: 'program', absent: true },
  'tenant/subject/image': view('spareSubject'),
  'tenant/subject/image-remove': verb('spareSubject'),
  'tenant/subject/picture': { of: 'spareSubject', absent: true },
  'tenant/subject/close': {
    of: 'spareSubject',
    form: (thing) => ({ on: today, enrolments: '0', ...version(thing) }),
    schema: closeForm,
  },
  'tenant/subject/reopen': verb('spareSubject', version, versionForm),
}
