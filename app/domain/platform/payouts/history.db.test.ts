import fc from 'fast-check'
import { type Kysely, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { reverseCollection, settleCollections } from '#app/domain/accounting/collections/change-collection.ts'
import { reconcileBooks } from '#app/domain/accounting/reconciliation/reconcile.ts'
import { paidBy } from '#app/domain/accounting/reconciliation/test-support.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { ring } from '#app/domain/payments/attempts/test-support.ts'
import { randomOf } from '#db/seed/plan/random.ts'
import type { DB } from '#db/types.ts'
import { soaking } from '#tests/support/run/soak.ts'
import { decideAdjustment, requestAdjustment } from './adjustments.ts'
import {
  approvePayout,
  cancelPayout,
  markFailed,
  markPaid,
  releasePayout,
  stopPayout,
} from './change-payout.ts'
import { exportPayouts } from './export-payouts.ts'
import { prepareNow } from './prepare-payouts.ts'
import { openPayee, operator } from './test-support.ts'

/** Long after every day of the histories, so that no day is refused as one to come. */
const farOff = '2099-12-31'
const [finance, owner] = [operator('Finance'), operator('Owner')]
const why = 'As the history has it'

let payee: Awaited<ReturnType<typeof openPayee>>
let today = '2026-01-01'
let refused = 0
let done = 0

beforeAll(async () => {
  payee = await openPayee()
})

const pick = fc.nat({ max: 1_000 })
/** What may happen; a number chooses of what there is. */
const happening = fc.oneof(
  { weight: 5, arbitrary: fc.record({ what: fc.constant('pay' as const), at: pick }) },
  {
    weight: 4,
    arbitrary: fc.record({ what: fc.constant('day' as const), at: fc.integer({ min: 1, max: 9 }) }),
  },
  {
    weight: 9,
    arbitrary: fc.record({
      what: fc.constantFrom('take back', 'prepare', 'release', 'approve', 'send', 'paid', 'failed'),
      at: pick,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constantFrom('stop', 'cancel', 'agree', 'decline', 'book'), at: pick }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant('ask' as const), at: fc.integer({ min: -5_000, max: 5_000 }) }),
  },
)

/** One of the rows in that state, as somebody has seen it; nothing happens where there is none. */
async function one(table: 'payout' | 'payout_adjustment', statuses: string[], at: number) {
  const rows = await payee.platform((trx) =>
    trx
      .selectFrom(`platform.${table}` as 'platform.payout')
      .select(['id', 'version'])
      .where('entity_id', '=', payee.entity_id)
      .where('status', 'in', statuses)
      .orderBy('id')
      .execute(),
  )
  return rows[at % Math.max(rows.length, 1)]
}

async function happen({ what, at }: { what: string; at: number }): Promise<void> {
  const { tenant } = payee.shop
  const { platform } = payee
  const onPayout = async (
    statuses: string[],
    work: (seen: { id: string; version: number }) => Promise<unknown>,
  ) => {
    const seen = await one('payout', statuses, at)
    if (seen) await work(seen)
  }
  switch (what) {
    case 'pay':
      return tenant.write((trx) =>
        paidBy(trx, tenant, { method: 'fpx', on: today, random: randomOf(`${today} ${at}`) }),
      )
    case 'day':
      today = addDays(today, at)
      await tenant.write((trx) => settleCollections(trx, today))
      await payee.turn(today)
      return
    case 'take back':
      return tenant.write(async (trx) => {
        const { rows } = await sql<{ id: string }>`select payment_id as id from collection group by payment_id
          having min(gross_sen) > 0 order by payment_id`.execute(trx)
        const row = rows[at % Math.max(rows.length, 1)]
        if (row) await reverseCollection(trx, row.id, today)
      })
    case 'prepare':
      await platform((trx) =>
        prepareNow(trx, ring, finance, payee.entity_id, {
          payout_on: today,
          now: new Date(`${today}T04:00:00Z`),
        }),
      )
      return
    case 'release':
      return onPayout(['on_hold'], (seen) => platform((trx) => releasePayout(trx, ring, finance, seen)))
    case 'approve':
      return onPayout(['draft'], (seen) => platform((trx) => approvePayout(trx, ring, owner, seen)))
    case 'send':
      await platform((trx) => exportPayouts(trx, ring, finance, { payout_on: farOff, layout: 'comma' }))
      return
    case 'paid':
      return onPayout(['processing'], ({ id, version }) => {
        const told = { version, bank_reference: `M2E ${at}`, paid_on: farOff }
        return platform((trx) => markPaid(trx, finance, id, told, farOff))
      })
    case 'failed':
      return onPayout(['processing'], ({ id, version }) =>
        platform((trx) => markFailed(trx, finance, id, { version, fail_reason: why })),
      )
    case 'stop':
      return onPayout(['draft', 'approved'], (seen) => platform((trx) => stopPayout(trx, owner, seen, why)))
    case 'cancel':
      return onPayout(['draft'], (seen) => platform((trx) => cancelPayout(trx, owner, seen, why)))
    case 'ask':
      if (at !== 0)
        await platform((trx) =>
          requestAdjustment(trx, finance, {
            entity_id: payee.entity_id,
            kind: 'correction',
            sen: at,
            reason: why,
          }),
        )
      return
    case 'agree':
    case 'decline': {
      const row = await one('payout_adjustment', ['requested'], at)
      const decision =
        what === 'agree'
          ? { status: 'approved' as const }
          : { status: 'rejected' as const, decision_reason: why }
      if (row) await platform((trx) => decideAdjustment(trx, owner, row.id, decision))
      return
    }
    default:
      await payee.book()
  }
}

/** Where the money is, by the platform's own rows. */
async function whereabouts(db: Kysely<DB>) {
  const { rows } = await sql<Record<'came' | 'agreed' | 'paid' | 'underway' | 'waiting' | 'owing', number>>`
    with line as (select * from platform.ledger where entity_id = ${payee.entity_id} and method = 'fpx'),
      payout as (select * from platform.payout where entity_id = ${payee.entity_id}),
      adjustment as (select * from platform.payout_adjustment
        where entity_id = ${payee.entity_id} and status = 'approved')
    select (select coalesce(sum(net_sen), 0)::bigint from line) as came,
      (select coalesce(sum(sen), 0)::bigint from adjustment) as agreed,
      (select coalesce(sum(net_sen), 0)::bigint from payout where status = 'paid') as paid,
      (select coalesce(sum(net_sen), 0)::bigint from payout
        where status in ('draft', 'on_hold', 'approved', 'processing')) as underway,
      (select coalesce(sum(net_sen), 0)::bigint from line where payout_id is null) as waiting,
      (select coalesce(sum(sen), 0)::bigint from adjustment where payout_id is null) as owing`.execute(db)
  return rows[0]!
}

test('whatever happens in a year, each sen is somewhere once, in both books and in the payouts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 30, maxLength: 60 }), async (history) => {
      for (const step of history)
        try {
          await happen(step)
          done++
        } catch (error) {
          // What the product refuses does not happen; anything else is a fault.
          if (!(error instanceof Refusal)) throw error
          refused++
        }
      await payee.book()
      const { came, agreed, paid, underway, waiting, owing } = await payee.platform(whereabouts)
      expect(came + agreed).toBe(paid + underway + waiting + owing)
      expect(await payee.shop.tenant.read(reconcileBooks)).toMatchObject({
        faults: 0,
        fault: null,
        difference_sen: 0,
      })
    }),
    // One history goes on over all runs, so a shorter one would not be the same.
    { numRuns: soaking ? 150 : 6, endOnFailure: true, ...(soaking ? {} : { seed: 2026 }) },
  )
  expect(done).toBeGreaterThan(refused / 2)
  expect((await payee.payouts()).filter(({ status }) => status === 'paid').length).toBeGreaterThan(0)
})
