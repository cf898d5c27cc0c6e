import { systemActor } from '#app/domain/core/actor.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { keyringOf, seal } from '#app/domain/core/secrets.ts'
import { standardLayouts } from '#app/domain/platform/payouts/bank-file.ts'
import { ownLayout, saveLayout } from '#app/domain/platform/payouts/bank-file-layouts.ts'
import { environment } from '#app/environment.ts'
import { newId } from '#db/id.ts'
import { type Given, insert, next, type Trx } from '#tests/support/database/factories.ts'
import { newEntity } from '#tests/support/database/new-entity.ts'
import type { Corner, Noun } from '../noun.ts'

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
