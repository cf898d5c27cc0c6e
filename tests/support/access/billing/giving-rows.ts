import { versionForm } from '#app/domain/core/fields.ts'
import { declineForm } from '#app/domain/core/four-eyes/decline-form.ts'
import { donateForm, recordGiftForm } from '#app/domain/giving/donations/donate-form.ts'
import { fundMoveForm } from '#app/domain/giving/funds/fund-move.ts'
import { appointmentForm } from '#app/domain/giving/zakat-appointments/appointment.ts'
import { resourceRows } from '../resource-rows.ts'
import { type Row, today, verb, version, view } from '../row.ts'

const nowhere = '0198f000-0000-7000-8000-00000000dead'
const reason = 'Buku untuk anak yatim'
const gift = () => ({
  ...{ type: nowhere, model: 'B2C', bank: 'TEST0021', amount: '5.00', donor_name: 'Azman bin Hashim' },
})
const brought = () => ({
  ...{ type: nowhere, branch_id: nowhere, method: 'cash', amount: '5.00', paid_on: today },
  donor_name: 'Azman bin Hashim',
})

/** What is given, what becomes of it, and by whose authority. */
export const givingRows: Record<string, Row> = {
  // the picture itself is tried in a test of its own
  'tenant/infaq-type/picture': { of: 'infaq_type', absent: true },
  ...resourceRows('infaq_type', 'spareInfaqType'),
  // the picture itself is tried in a test of its own
  'tenant/zakat-type/picture': { of: 'zakat_type', absent: true },
  ...resourceRows('zakat_type', 'spareZakatType'),
  'tenant/infaq/new': { form: brought, schema: recordGiftForm },
  // whoever may reveal the number of a giver must see the gift first
  'tenant/infaq/reveal': { of: 'taxedInfaq', reach: 'donation.view', form: () => ({}) },
  'tenant/infaq/pay': { form: gift, schema: donateForm },
  'tenant/zakat/new': { form: brought, schema: recordGiftForm },
  'tenant/zakat/pay': { form: gift, schema: donateForm },
  'tenant/fund-move/new': {
    of: 'filledFund',
    form: () => ({ purpose: 'spent', amount: '0.01', moved_on: today, recipient: 'Kedai Buku', reason }),
    schema: fundMoveForm,
  },
  'tenant/fund-move/reject': {
    of: 'fund_move',
    form: () => ({ decision_reason: reason }),
    schema: declineForm,
  },
  // what is sent is a file, which the tests of its own send
  'tenant/zakat-type/authority': {
    of: 'zakat_type',
    form: () => ({
      ...{ authority: 'Lembaga Zakat', state: 'Selangor', appointment_no: '17' },
      ...{ valid_from: today, valid_to: today },
    }),
    schema: appointmentForm,
  },
  'tenant/zakat-type/letter': view('appointment'),
  'tenant/zakat-type/withdraw': verb('appointment'),
}

/** The operator's look at who may collect zakat. */
export const operatorGivingRows: Record<string, Row> = {
  'main/zakat/view': view('anyAppointment'),
  'main/zakat/letter': view('anyAppointment'),
  'main/zakat/confirm': verb('anyAppointment', version, versionForm),
  'main/zakat/refuse': {
    of: 'anyAppointment',
    form: () => ({ decision_reason: reason }),
    schema: declineForm,
  },
}
