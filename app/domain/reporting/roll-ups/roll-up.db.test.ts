import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  collect,
  refundCollection,
  reverseCollection,
} from '#app/domain/accounting/collections/change-collection.ts'
import { payment } from '#tests/support/database/money-factories.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import { collectedByMonth } from './collected-by-month.ts'

const everywhere = { scope: 'all', branch_ids: [], user_id: '' } as never

test('what was collected by month: reversals on their own day, the current month to today', async () => {
  const tenant = await freshTenant()
  await tenant.write(async (trx) => {
    for (const [paid_on, amount_sen] of [
      ['2026-01-31', 10_000],
      ['2026-02-01', 20_000],
      ['2026-02-05', 4_000],
    ] as const) {
      const row = await payment(trx, { branch_id: tenant.branch.id, paid_on, amount_sen })
      await collect(trx, {
        ...{
          payment_id: row.id,
          branch_id: row.branch_id,
          source: 'invoice',
          method: 'cash',
          collected_on: paid_on,
        },
        ...{
          reference: row.number,
          gateway_transaction_id: null,
          gross_sen: amount_sen,
          payer_fee_sen: 100,
          tenant_fee_sen: 0,
        },
      })
      if (amount_sen === 10_000) await reverseCollection(trx, row.id, '2026-02-03')
      if (amount_sen === 20_000) await refundCollection(trx, row.id, { sen: 500, on: '2026-02-04' })
    }
  })
  const months = (today: string) => tenant.read((db) => collectedByMonth(db, everywhere, { today, count: 3 }))
  const none = { received_sen: 0, reversed_sen: 0, sen: 0, fees_sen: 0 }
  expect(await months('2026-02-04')).toEqual([
    { month: '2025-12-01', ...none },
    { month: '2026-01-01', received_sen: 9_900, reversed_sen: 0, sen: 9_900, fees_sen: 100 },
    { month: '2026-02-01', received_sen: 19_900, reversed_sen: -10_400, sen: 9_500, fees_sen: 0 },
  ])
  const rows = await tenant.read((db) =>
    sql<{ n: number }>`select count(*)::int as n from collection_sum`.execute(db),
  )
  expect(rows.rows[0]!.n).toBe(5)
})
