import { systemActor } from '#app/domain/core/actor.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { declineForm } from '#app/domain/core/four-eyes/decline-form.ts'
import { keyringOf, seal } from '#app/domain/core/secrets.ts'
import { adjustmentForm } from '#app/domain/platform/payouts/adjustments.ts'
import { layoutForm, removeLayoutForm, standardLayouts } from '#app/domain/platform/payouts/bank-file.ts'
import { ownLayout, saveLayout } from '#app/domain/platform/payouts/export-payouts.ts'
import { nowForm, paidForm, seenForm, sendForm, whyForm } from '#app/domain/platform/payouts/payout.ts'
import { scheduleForm } from '#app/domain/platform/payouts/payout-day.ts'
import { bankCostForm } from '#app/domain/platform/revenue/revenue.ts'
import { environment } from '#app/environment.ts'
import { newId } from '#db/id.ts'
import type { Corner, Noun, Thing } from '#tests/support/access/noun.ts'
import { inFormats, type Row, today, verb, version, view } from '#tests/support/access/row.ts'
import { type Given, insert, next, type Trx } from '#tests/support/database/factories.ts'
import { newEntity } from '#tests/support/database/new-entity.ts'

type About = Pick<Corner, 'mark' | 'entity_id'>

/** A payment through FPX in the platform's book, with the fee that it earns; the organisation's own book lacks it. */
const line = (trx: Trx, { mark, entity_id }: About) =>
  insert(trx, 'platform.ledger', {
    ...{ id: newId(), entity_id, collection_id: newId(), collected_on: '2026-01-31', source: 'invoice' },
    ...{ method: 'fpx', reference: mark, gross_sen: 10_100, payer_fee_sen: 100, net_sen: 10_000 },
  })

/** Of the operator's pages about money. */
export const moneyNouns = {
  ledgerLine: { platform: true, make: line },
  /** What the platform earns with such a line. */
  earning: {
    platform: true,
    make: async (trx, about) => {
      const { id } = await line(trx, about)
      return trx
        .selectFrom('platform.revenue')
        .selectAll()
        .where('source_id', '=', id)
        .executeTakeFirstOrThrow()
    },
  },
  /** What is paid to an organisation of such lines, prepared by nobody. */
  payout: {
    platform: true,
    make: (trx, about) => insertPayout(trx, about),
  },
  /** The same, as its organisation looks at it. */
  ownPayout: {
    ...{ at: 'platform', reach: 'organisation' },
    make: (trx, about) => insertPayout(trx, about),
  },
  /** Looked at twice. */
  heldPayout: {
    platform: true,
    make: (trx, about) => insertPayout(trx, about, { status: 'on_hold', hold_reason: 'first' }),
  },
  /** It went to the bank. */
  sentPayout: { platform: true, make: insertSent },
  payee: { platform: true, make: insertPayee },
  /** What somebody else has asked for. */
  payoutAdjustment: {
    platform: true,
    make: (trx, { entity_id, mark }) =>
      insert(trx, 'platform.payout_adjustment', {
        ...{ id: newId(), entity_id, kind: 'correction', sen: -1_50, reason: `Fi dua kali ${mark}` },
        ...{ requested_by: newId(), requester: mark },
      }),
  },
  payoutLayout: { platform: true, make: insertLayout },
  /** A night in which the books did not agree. */
  equation: {
    platform: true,
    make: async (trx, { mark, entity_id }) => {
      const id = newId()
      await insertNight(trx, id, { mark, entity_id })
      return { id }
    },
  },
} satisfies Record<string, Noun>

/** Its account is named so that it is told apart. */
const insertPayout = (trx: Trx, { mark, entity_id }: About, more: Partial<Given<'platform.payout'>> = {}) =>
  insert(trx, 'platform.payout', {
    ...{ id: newId(), number: `PO-${next()}-${mark}`.slice(0, 60), entity_id, payout_on: '2026-02-04' },
    ...{ period_start: '2026-01-31', period_end: '2026-01-31', lines: 1, bank_name: 'Maybank' },
    ...{ gross_sen: 10_100, fees_sen: 100, net_sen: 10_000, account_name: mark, account_ending: '4455' },
    ...more,
  })

async function insertSent(trx: Trx, about: About) {
  const file = { id: newId(), layout_key: 'comma', exporter: 'Kewangan', payouts: 1, net_sen: 10_000 }
  await insert(trx, 'platform.payout_export', {
    ...file,
    layout: JSON.stringify(standardLayouts.comma),
    sha256: Buffer.alloc(32),
  })
  const id = newId()
  const cell = { place: 'platform', table: 'payout', column: 'account_number_sealed', row: id }
  return insertPayout(trx, about, {
    ...{ id, status: 'processing', export_id: file.id },
    account_number_sealed: seal(keyringOf(environment.appKey), cell, '1122334455'),
    ...{ approved_by: newId(), approver: 'Pemilik', approved_at: new Date('2026-02-03T04:00:00Z') },
  })
}

async function insertNight(trx: Trx, id: string, { mark, entity_id }: About) {
  await insert(trx, 'platform.equation', {
    ...{ id, entity_id, on_day: addDays('2026-01-01', next() % 20_000), state: 'red', lines: 1, faults: 1 },
    ...{ gross_sen: 10_100, fees_sen: 100, paid_sen: 0, held_sen: 9_999, reversed_sen: 0, outside_sen: 0 },
    ...{ difference_sen: 1, fault: 'books_differ', fault_id: newId(), fault_reference: mark },
  })
}

async function insertLayout(trx: Trx, { mark }: About) {
  const id = newId()
  const kept = { ...standardLayouts.semicolon, name: mark }
  await saveLayout(trx, systemActor, { id, seen: undefined, layout: kept })
  return { id, seen: (await ownLayout(trx, id)).seen }
}

/** An organisation without tables of its own, for which RM100 wait. */
async function insertPayee(trx: Trx, { mark }: About) {
  const id = newId()
  const place = `t_payee_${next()}`
  await insert(trx, 'platform.entity', {
    ...newEntity({ name: mark, subdomain: `bayar-${next()}` }),
    ...{ id, schema_name: place, role_name: place },
  })
  await insert(trx, 'platform.ledger', {
    ...{ id: newId(), entity_id: id, collection_id: newId(), source: 'invoice', method: 'fpx' },
    ...{ reference: `RCP-${next()}`, gross_sen: 10_100, payer_fee_sen: 100, net_sen: 10_000 },
    ...{ status: 'settled', collected_on: '2026-01-31', settles_on: '2026-02-02' },
  })
  return { id }
}

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
