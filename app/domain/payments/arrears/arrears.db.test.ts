import { expect, test } from 'vitest'
import type { RowScope } from '#app/domain/core/actor.ts'
import { arrearsBuckets } from '#app/domain/core/invoicing/buckets.ts'
import { figures } from '#app/domain/reporting/dashboards/figures.ts'
import { branch, student } from '#tests/support/database/factories.ts'
import { listed } from '#tests/support/database/lists.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import { arrearsList } from './find-arrears.ts'

const today = '2026-06-15'
const days = { not_due: '2026-06-15', days_1_30: '2026-06-14', days_31: '2026-05-15' }
const months = { months_2: '2026-04-15', months_3: '2026-03-15' }

test('a family owes by how long it has owed, less what a bank is busy with, and as the dashboard has it', async () => {
  const tenant = await freshTenant()
  const all: RowScope = { scope: 'all', user_id: '', branch_ids: [], parent_id: null }
  const far = await tenant.write((trx) => branch(trx))
  const family = await tenant.write(async (trx) => {
    const child = await student(trx)
    const due = { student_id: child.id, payer_parent_id: child.payer!.id, branch_id: child.branch_id }
    for (const [index, due_on] of Object.values({ ...days, ...months }).entries())
      await invoice(trx, { ...due, issued_on: '2026-01-01', due_on, paid_sen: 1 }, [
        { price_sen: 200 + 100 * index },
      ])
    await invoice(trx, { ...due, issued_on: '2026-01-01', due_on: '2026-03-01', status: 'pending' }, [
      { price_sen: 50 },
    ])
    await invoice(trx, { ...due, status: 'draft', due_on: '2026-03-01' })
    await invoice(trx, { ...due, status: 'cancelled', issued_on: '2026-01-01', due_on: '2026-03-01' })
    await invoice(trx, { ...due, branch_id: far.id, issued_on: '2026-01-01', due_on: '2026-03-01' }, [
      { price_sen: 7 },
    ])
    return child.payer!.id
  })
  const { rows } = await listed(tenant, arrearsList, {}, { scope: all, today })
  expect(rows).toMatchObject([
    {
      ...{ id: family, not_due_sen: 199, days_1_30_sen: 299, days_31_sen: 399, months_2_sen: 499 },
      ...{ months_3_sen: 606, pending_sen: 50, late_sen: 299 + 399 + 499 + 606, oldest_due_on: '2026-03-01' },
    },
  ])
  const { arrears } = await tenant.read((db) => figures(db, all, today))
  for (const bucket of arrearsBuckets)
    expect(arrears.find((row) => row.bucket === bucket)?.owed_sen, bucket).toBe(rows[0]![`${bucket}_sen`])
  const near = { ...all, scope: 'branch', branch_ids: [tenant.branch.id] } as const
  const reached = await listed(tenant, arrearsList, {}, { scope: near, today })
  expect(reached.rows.map(({ months_3_sen }) => months_3_sen)).toEqual([599])
  expect((await listed(tenant, arrearsList, { age: 'months_2' }, { scope: all, today })).rows).toHaveLength(1)
  const there = await listed(
    tenant,
    arrearsList,
    { age: 'days_31', branch_id: far.id },
    { scope: all, today },
  )
  expect(there.rows).toEqual([])

  await tenant.write((trx) => invoice(trx, { issued_on: '2026-06-01', due_on: today }))
  expect((await listed(tenant, arrearsList, {}, { scope: all, today })).rows).toHaveLength(1)
})
