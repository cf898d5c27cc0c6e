import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '#db/id.ts'
import { insert } from '#tests/support/database/factories.ts'
import { reader } from '#tests/support/database/lists.ts'
import { payment } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { collectionList } from './find-collections.ts'
import { sentBackOf } from './sent-back.ts'
import { collectionSums } from './sums.ts'

const today = '2026-04-15'
let tenant: Tenant
let far: string
let clerk: string

beforeAll(async () => {
  tenant = await freshTenant()
  clerk = (await tenant.actor('clerk')).id
  await tenant.write(async (trx) => {
    const branch = await insert(trx, 'branch', { id: newId(), code: 'FAR', name: 'Kajang' })
    far = branch.id
    const book = async (
      given: { branch_id?: string; received_by?: string | null },
      line: { method: string; gross_sen: number; fee?: number; on?: string; source?: string },
    ) => {
      const { method, gross_sen, fee = 0, on = today, source = 'invoice' } = line
      const row = await payment(trx, { ...given, method, amount_sen: gross_sen, paid_on: on })
      const sums = (sign: number) => ({
        ...{ gross_sen: sign * gross_sen, tenant_fee_sen: sign * fee, net_sen: sign * (gross_sen - fee) },
      })
      const whole = { payment_id: row.id, branch_id: row.branch_id, source, method, collected_on: on }
      await insert(trx, 'collection', { id: newId(), ...whole, ...sums(1) })
      return () =>
        insert(trx, 'collection', {
          id: newId(),
          ...whole,
          ...sums(-1),
          collected_on: today,
          status: 'reversed',
        })
    }
    await book({ received_by: clerk }, { method: 'cash', gross_sen: 5_000 })
    const takeBack = await book(
      { received_by: clerk },
      { method: 'cash', gross_sen: 1_200, on: '2026-04-14' },
    )
    await takeBack()
    await book({ branch_id: far, received_by: null }, { method: 'fpx', gross_sen: 20_100, fee: 100 })
    await book({ received_by: null }, { method: 'fpx', gross_sen: 3_000, source: 'zakat' })
  })
})

const sums = (search: object = {}, who = reader({ today })) =>
  tenant.read((db) => collectionSums(db, who, collectionList.search.parse(search)))

test('each part adds up to all that came in, less what was taken back', async () => {
  const { total, parts, days } = await sums()
  expect(total).toEqual({ lines: 5, gross_sen: 28_100, fees_sen: 100, net_sen: 28_000 })
  for (const rows of Object.values(parts))
    expect(rows.reduce((sum, { net_sen }) => sum + net_sen, 0)).toBe(28_000)
  expect(parts.method).toMatchObject([
    { key: 'fpx', lines: 2, gross_sen: 23_100, fees_sen: 100, net_sen: 23_000 },
    { key: 'cash', lines: 3, gross_sen: 5_000, net_sen: 5_000 },
  ])
  expect(parts.source).toMatchObject([
    { key: 'invoice', net_sen: 25_000 },
    { key: 'zakat', net_sen: 3_000 },
  ])
  expect(parts.branch).toMatchObject([{ key: far, name: 'Kajang' }, { net_sen: 8_000 }])
  expect(parts.clerk).toMatchObject([
    { key: null, name: null, net_sen: 23_000 },
    { key: clerk, net_sen: 5_000 },
  ])
  expect(parts.day).toMatchObject([
    { key: today, net_sen: 26_800 },
    { key: '2026-04-14', net_sen: 1_200 },
  ])
  expect(days).toBe(2)
})

test('is narrowed as the lines are, and reaches no further than the reader', async () => {
  expect((await sums({ method: 'cash', to: '2026-04-14' })).total).toMatchObject({ lines: 1, net_sen: 1_200 })
  const scope = { scope: 'branch', user_id: newId(), branch_ids: [far], parent_id: null } as const
  const { total, parts } = await sums({}, reader({ scope, today }))
  expect(total).toMatchObject({ lines: 1, gross_sen: 20_100 })
  expect(parts.branch.map(({ name }) => name)).toEqual(['Kajang'])
})

test('of nothing it is nothing', async () => {
  expect(await sums({ from: '2026-05-01' })).toEqual({
    total: { lines: 0, gross_sen: 0, fees_sen: 0, net_sen: 0 },
    parts: { method: [], source: [], branch: [], clerk: [], day: [] },
    days: 0,
  })
})

test('the lines of one payment are found without a look at all others, also those that were sent back', async () => {
  const plan = await tenant.write(async (trx) => {
    // A table as small as this one is read whole where that is allowed.
    await sql`set local enable_seqscan = off`.execute(trx)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select ${sentBackOf(sql`${newId()}::uuid`)},
        (select count(*) from collection where payment_id = ${newId()}::uuid)`.execute(trx)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  expect(plan).not.toContain('Seq Scan')
})
