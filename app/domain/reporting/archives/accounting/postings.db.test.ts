import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { endOfMonth, startOfMonth } from '#app/domain/core/dates.ts'
import { type Busy, busyOffice } from '../test-support.ts'
import { collectedSen } from './find-exports.ts'
import { type Posting, postingsOf } from './postings.ts'

let office: Busy
let months: string[]
let all: Posting[][]
beforeAll(async () => {
  office = await busyOffice()
  const { rows } = await office.shop.tenant.read((db) =>
    sql<{ first: string }>`select to_char(each, 'YYYY-MM-DD') as first from generate_series(
      (select date_trunc('month', least(min(issued_on), (select min(collected_on) from collection))) from invoice),
      ${startOfMonth(office.today)}::date, '1 month') as each`.execute(db),
  )
  months = rows.map(({ first }) => first)
  all = []
  for (const first of months) all.push(await office.shop.tenant.read((db) => postingsOf(db, first)))
})

const sumOf = (postings: readonly Posting[], of: (key: string) => boolean) =>
  postings.reduce((sum, { key, sen }) => sum + (of(key) ? sen : 0), 0)

test('each entry of each month balances to the sen, and nothing is left over on the suspense account', () => {
  expect(months.length).toBeGreaterThan(3)
  for (const postings of all) {
    const sums = new Map<string, number>()
    for (const { kind, about_id, sen } of postings) {
      const name = `${kind} ${about_id}`
      sums.set(name, (sums.get(name) ?? 0) + sen)
    }
    expect([...sums].filter(([, sen]) => sen !== 0)).toEqual([])
    expect(postings.filter(({ key }) => key === 'suspense')).toEqual([])
  }
  const kinds = new Set(all.flat().map(({ kind }) => kind))
  expect([...kinds]).toEqual(
    expect.arrayContaining([
      ...['invoice', 'invoice_amended', 'invoice_cancelled', 'credit_note', 'write_off', 'payment'],
      ...['payment_reversed', 'rounding', 'credit_used', 'credit_refund'],
    ]),
  )
})

test('the accounts tie to invoices, credit, funds and collections', async () => {
  const { tenant } = office.shop
  const { rows } = await tenant.read((db) =>
    sql<Record<'owed' | 'credit' | 'funds' | 'discount', number>>`select
      (select sum(balance_sen) from invoice where status not in ('draft', 'cancelled'))::bigint as owed,
      (select sum(delta_sen) from credit_entry)::bigint as credit,
      (select coalesce(sum(delta_sen), 0) from fund_entry)::bigint as funds`.execute(db),
  )
  const every = all.flat()
  expect(sumOf(every, (key) => key === 'debtor')).toBe(rows[0]!.owed)
  expect(sumOf(every, (key) => key === 'credit')).toBe(-rows[0]!.credit)
  expect(sumOf(every, (key) => key.startsWith('fund:'))).toBe(-rows[0]!.funds)
  expect(every.some(({ key }) => key.startsWith('fee:'))).toBe(true)
  for (const [index, first] of months.entries()) {
    const { net } = await tenant.read((db) =>
      db
        .selectFrom('collection')
        .select(sql<number>`coalesce(sum(net_sen), 0)::bigint`.as('net'))
        .where('collected_on', '>=', first)
        .where('collected_on', '<=', endOfMonth(first))
        .executeTakeFirstOrThrow(),
    )
    expect(collectedSen(all[index]!)).toBe(net)
  }
})
