import { addDays } from '#app/domain/core/dates.ts'
import { declineForm } from '#app/domain/core/four-eyes/decline-form.ts'
import { adjustmentForm } from '#app/domain/platform/payouts/adjustments.ts'
import { layoutForm, removeLayoutForm } from '#app/domain/platform/payouts/bank-file.ts'
import { nowForm, paidForm, seenForm, sendForm, whyForm } from '#app/domain/platform/payouts/payout.ts'
import { scheduleForm } from '#app/domain/platform/payouts/schedule.ts'
import { bankCostForm } from '#app/domain/platform/revenue/bank-cost.ts'
import { newId } from '#db/id.ts'
import { next } from '#tests/support/database/factories.ts'
import type { Thing } from '../noun.ts'
import { inFormats, type Row, today, verb, version, view } from '../row.ts'

const why = (thing: Thing) => ({ ...version(thing), why: 'Semak dengan bank dahulu' })

const adjusting = () => ({
  ...{ entity_id: '0198f000-0000-7000-8000-00000000dead', effect: 'less', amount_sen: '15.00' },
  ...{ reason: 'Fi dikenakan dua kali', asked_as: newId() },
})
const layout = { name: 'Bank Contoh', separator: 'comma', column_1: 'amount' }

const reports = [{ report: 'collection' }, { report: 'daily' }]

/** What the platform pays to an organisation, as that sees it. */
export const ownMoneyRows: Record<string, Row> = {
  'tenant/payout/view': view('ownPayout'),
}

export const operatorMoneyRows: Record<string, Row> = {
  'main/collection/view': view('ledgerLine'),
  'main/report.print': { params: reports, needs: () => 'admin.collection.print' },
  'main/report.export': {
    params: inFormats(reports, ['csv', 'xlsx']),
    needs: () => 'admin.collection.print',
  },
  'main/payout/approve': verb('payout', version, seenForm),
  'main/payout/release': verb('heldPayout', version, seenForm),
  'main/payout/hold': { of: 'payout', form: why, schema: whyForm },
  'main/payout/cancel': { of: 'payout', form: why, schema: whyForm },
  'main/payout/send': { form: () => ({ payout_on: today, layout: 'comma' }), schema: sendForm },
  'main/payout/file': view('sentPayout'),
  'main/payout/failed': { of: 'sentPayout', form: why, schema: whyForm },
  'main/payout/paid': {
    of: 'sentPayout',
    form: (thing) => ({ ...version(thing), bank_reference: 'M2E-1', paid_on: today }),
    schema: paidForm,
  },
  'main/payout/prepare': { of: 'payee', form: () => ({ seen_sen: '10000' }), schema: nowForm },
  'main/payout/day': {
    of: 'payee',
    form: (thing) => ({ ...version(thing), payout_frequency: 'monthly', month_day: '10' }),
    schema: scheduleForm,
  },
  'main/payout-day/accept': verb('anyDayRequest'),
  'main/payout-day/refuse': {
    of: 'anyDayRequest',
    form: () => ({ decision_reason: 'Bank tidak bekerja pada hari itu' }),
    schema: declineForm,
  },
  'main/payout-adjustment/new': { form: adjusting, schema: adjustmentForm },
  'main/payout-adjustment/reject': {
    of: 'payoutAdjustment',
    form: () => ({ decision_reason: 'Sudah dilaraskan dahulu' }),
    schema: declineForm,
  },
  // Whoever asks here has not asked for it themselves.
  'main/payout-layout/new': {
    form: () => ({ ...layout, layout_id: newId() }),
    schema: layoutForm,
  },
  'main/payout-layout/edit': {
    of: 'payoutLayout',
    form: ({ seen }) => ({ ...layout, seen }),
    schema: layoutForm,
  },
  'main/payout-layout/remove': verb('payoutLayout', ({ seen }) => ({ seen }), removeLayoutForm),
  'main/revenue/view': view('earning'),
  'main/revenue/cost-new': {
    form: () => ({ model: 'B2C', from_on: addDays('2031-01-01', next() % 20_000), cost_sen: '0.70' }),
    schema: bankCostForm,
  },
}
