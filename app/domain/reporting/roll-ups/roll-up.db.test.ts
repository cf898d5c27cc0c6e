import fc from 'fast-check'
import { type Kysely, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  collect,
  refundCollection,
  reverseCollection,
  settleCollections,
} from '#app/domain/accounting/collections/change-collection.ts'
import {
  checkCollectionSums,
  foldCollectionSums,
  rebuildCollectionSums,
} from '#app/domain/accounting/reconciliation/collection-sums.ts'
import { balanceAfter } from '#app/domain/accounting/reconciliation/test-support.ts'
import { everywhere } from '#app/domain/core/actor.ts'
import { asOwner } from '#db/owner.ts'
import type { DB } from '#db/types.ts'
import { branch } from '#tests/support/database/factories.ts'
import { payment } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { soaking } from '#tests/support/run/soak.ts'
import { collectedByMonth } from './collected-by-month.ts'

let tenant: Tenant
let branches: string[]
beforeAll(async () => {
  tenant = await freshTenant()
  branches = [tenant.branch.id, (await tenant.write((trx) => branch(trx))).id]
})

interface Money {
  on: string
  sen: number
  method: string
  source: 'invoice' | 'infaq'
  branch: number
  rounding: number
}

/** Received money as the product books it; gives the payment. */
async function received(trx: Parameters<typeof collect>[0], money: Money): Promise<string> {
  const { on, sen, method, source, rounding } = money
  const branch_id = branches[money.branch]!
  const row = await payment(trx, { branch_id, method, paid_on: on, amount_sen: sen })
  await collect(trx, {
    ...{ payment_id: row.id, branch_id, source, method, collected_on: on, reference: row.number },
    ...{ gateway_transaction_id: null, gross_sen: sen, tenant_fee_sen: 0 },
    payer_fee_sen: method === 'fpx' ? 100 : 0,
    ...(method === 'cash' ? { rounding_sen: rounding } : {}),
  })
  return row.id
}

/** Somebody with all rights, in the schema of the organisation. */
const owned = <R>(work: (trx: Parameters<typeof collect>[0]) => Promise<R>) =>
  asOwner(tenant.database.ownerUrl, (owner) =>
    owner.transaction().execute(async (trx) => {
      await sql`set local search_path = ${sql.id(tenant.place.schema)}`.execute(trx)
      return work(trx)
    }),
  )

const figures = ['lines', 'gross_sen', 'payer_fee_sen', 'tenant_fee_sen', 'net_sen'] as const
type Row = Record<(typeof figures)[number], number> & { key: string }

/** Rows and kept sums added up here, without the help of the database. */
async function compared(db: Kysely<DB>): Promise<void> {
  const rows = await db.selectFrom('collection').selectAll().execute()
  const kept = await db.selectFrom('collection_sum').selectAll().execute()
  const isIn = (row: (typeof rows)[number]) =>
    row.source === 'rounding' ? row.status === 'rounded' : row.gross_sen > 0
  const counted = rows.map((row) => ({
    ...{ ...row, lines: 1 },
    key: [row.collected_on.slice(0, 7), row.branch_id, row.method, row.source, isIn(row)].join(' '),
  }))
  const keyed = kept.map((row) => ({
    ...row,
    key: [row.month.slice(0, 7), row.branch_id, row.method, row.source, row.is_received].join(' '),
  }))
  expect(added(keyed)).toEqual(added(counted))
}

function added(rows: readonly Row[]) {
  const sums = new Map<string, number[]>()
  for (const row of rows)
    sums.set(
      row.key,
      figures.map((name, index) => (sums.get(row.key)?.[index] ?? 0) + Number(row[name])),
    )
  return Object.fromEntries([...sums].filter(([, values]) => values.some((value) => value !== 0)).toSorted())
}

const day = fc.integer({ min: 0, max: 88 }).map((days) => {
  const at = new Date(Date.UTC(2026, 0, 1 + days))
  return at.toISOString().slice(0, 10)
})
const money = fc.record({
  on: day,
  sen: fc.integer({ min: 200, max: 90_000 }),
  method: fc.constantFrom('cash', 'fpx', 'bank_transfer'),
  source: fc.constantFrom('invoice' as const, 'infaq' as const),
  branch: fc.nat(1),
  rounding: fc.integer({ min: -2, max: 2 }),
})
const change = fc.oneof(
  fc.record({ kind: fc.constant('received' as const), all: fc.array(money, { minLength: 1, maxLength: 3 }) }),
  fc.record({ kind: fc.constant('reversed' as const), on: day, nth: fc.nat(20) }),
  fc.record({
    kind: fc.constant('refunded' as const),
    on: day,
    nth: fc.nat(20),
    sen: fc.integer({ min: 1, max: 99 }),
  }),
  fc.record({ kind: fc.constant('settled' as const), on: day }),
  fc.record({ kind: fc.constant('dated anew' as const), on: day, nth: fc.nat(20) }),
  fc.record({ kind: fc.constant('moved' as const), nth: fc.nat(20) }),
  fc.record({
    kind: fc.constant('corrected' as const),
    nth: fc.nat(20),
    sen: fc.integer({ min: 1, max: 99 }),
  }),
  fc.record({ kind: fc.constant('removed' as const), nth: fc.nat(20) }),
  fc.record({ kind: fc.constant('undone' as const), all: fc.array(money, { minLength: 1, maxLength: 2 }) }),
  fc.constant({ kind: 'merged' as const }),
)
type Change = typeof change extends fc.Arbitrary<infer C> ? C : never

/** Every few rows of the book, by their order. */
const some = (nth: number) => sql`where id in (select id from collection order by id offset ${nth} limit 3)`

async function make(one: Change): Promise<void> {
  switch (one.kind) {
    case 'received':
      return tenant.write(async (trx) => {
        for (const each of one.all) await received(trx, each)
      })
    case 'undone': {
      const undone = new Error('undone')
      return tenant
        .write(async (trx) => {
          for (const each of one.all) await received(trx, each)
          throw undone
        })
        .catch((error) => {
          if (error !== undone) throw error
        })
    }
    case 'reversed':
    case 'refunded': {
      const valid = await tenant.read((db) =>
        db
          .selectFrom('collection')
          .select('payment_id')
          .where('gross_sen', '>', 0)
          .where('source', '<>', 'rounding')
          .where('status', 'in', ['collected', 'settled'])
          .orderBy('id')
          .execute(),
      )
      const found = valid[one.nth % Math.max(1, valid.length)]
      if (!found) return
      return tenant.write((trx) =>
        one.kind === 'reversed'
          ? reverseCollection(trx, found.payment_id, one.on)
          : refundCollection(trx, found.payment_id, { sen: one.sen, on: one.on }),
      )
    }
    case 'settled':
      await tenant.write((trx) => settleCollections(trx, one.on))
      return
    case 'dated anew':
      await owned((trx) => sql`update collection set collected_on = ${one.on} ${some(one.nth)}`.execute(trx))
      return
    case 'moved':
      await owned((trx) =>
        sql`update collection set branch_id = ${branches[1]!} ${some(one.nth)}`.execute(trx),
      )
      return
    case 'corrected':
      await owned((trx) =>
        sql`update collection set gross_sen = gross_sen + ${one.sen}, net_sen = net_sen + ${one.sen}
          ${some(one.nth)} and gross_sen > 2`.execute(trx),
      )
      return
    case 'removed':
      await owned((trx) => sql`delete from collection ${some(one.nth)}`.execute(trx))
      return
    case 'merged':
      await tenant.write(foldCollectionSums)
  }
}

test('whatever is written, the kept sums are those of the rows to the sen, and the days of any span as well', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 4, maxLength: 10 }), day, async (changes, today) => {
      for (const one of changes) {
        await make(one)
        await tenant.read(compared)
        expect((await tenant.read(checkCollectionSums)).differing).toEqual([])
      }
      const rows = await tenant.read((db) =>
        db.selectFrom('collection').select(['collected_on', 'gross_sen', 'payer_fee_sen']).execute(),
      )
      const months = await tenant.read((db) => collectedByMonth(db, everywhere, { today, count: 2 }))
      for (const { month, sen } of months) {
        const own = rows.filter(
          ({ collected_on }) => collected_on.slice(0, 7) === month.slice(0, 7) && collected_on <= today,
        )
        expect(sen).toBe(own.reduce((sum, row) => sum + row.gross_sen - row.payer_fee_sen, 0))
      }
    }),
    { numRuns: soaking ? 300 : 12, endOnFailure: true },
  )
})

test('what was collected by month: reversals on their own day, the current month to today', async () => {
  const other = await freshTenant()
  const here = branches
  branches = [other.branch.id]
  await other.write(async (trx) => {
    const plain = { method: 'fpx', source: 'invoice', branch: 0, rounding: 0 } as const
    const first = await received(trx, { ...plain, on: '2026-01-31', sen: 10_000 })
    const second = await received(trx, { ...plain, on: '2026-02-01', sen: 20_000 })
    await received(trx, { ...plain, on: '2026-02-05', sen: 4_000 })
    await reverseCollection(trx, first, '2026-02-03')
    await refundCollection(trx, second, { sen: 500, on: '2026-02-04' })
  })
  branches = here
  const none = { received_sen: 0, reversed_sen: 0, sen: 0, fees_sen: 0 }
  const of = (scope: typeof everywhere) =>
    other.read((db) => collectedByMonth(db, scope, { today: '2026-02-04', count: 3 }))
  const all = [
    { month: '2025-12-01', ...none },
    { month: '2026-01-01', received_sen: 9_900, reversed_sen: 0, sen: 9_900, fees_sen: 100 },
    { month: '2026-02-01', received_sen: 19_900, reversed_sen: -10_400, sen: 9_500, fees_sen: 0 },
  ]
  expect(await of(everywhere)).toEqual(all)
  expect(await of({ ...everywhere, scope: 'branch', branch_ids: [other.branch.id] })).toEqual(all)
  expect((await of({ ...everywhere, scope: 'branch', branch_ids: [] })).map(({ sen }) => sen)).toEqual([
    0, 0, 0,
  ])
})

describe('beside each other', () => {
  const plain = {
    on: '2026-03-01',
    sen: 1_000,
    method: 'cash',
    source: 'invoice',
    branch: 0,
    rounding: 1,
  } as const

  test('many payments, merging and reading never wait for each other for long, and every sum that is read is exact', async () => {
    const exact = sql<{ kept: number; rows: number }>`select
      (select coalesce(sum(gross_sen), 0)::bigint from collection_sum) as kept,
      (select coalesce(sum(gross_sen), 0)::bigint from collection) as rows`
    const pay = async () => {
      for (let nth = 0; nth < 8; nth++) await tenant.write((trx) => received(trx, plain))
    }
    const merge = async () => {
      for (let nth = 0; nth < 6; nth++) await tenant.write(foldCollectionSums)
    }
    const look = async () => {
      for (let nth = 0; nth < 8; nth++) {
        const { kept, rows } = (await tenant.read((db) => exact.execute(db))).rows[0]!
        expect(kept).toBe(rows)
      }
    }
    await Promise.all([pay(), pay(), pay(), merge(), merge(), look()])
    await tenant.read(compared)
  })

  test('a payment that has not committed is in neither, and merging and rebuilding do not wait for it', async () => {
    await tenant.write(async (trx) => {
      await received(trx, plain)
      await tenant.write(foldCollectionSums)
      await owned((other) => sql`select rebuild_collection_sums()`.execute(other))
    })
    await tenant.read(compared)
    await Promise.all([
      owned((trx) => sql`select rebuild_collection_sums()`.execute(trx)),
      owned((trx) => sql`select rebuild_collection_sums()`.execute(trx)),
      tenant.write(foldCollectionSums),
    ])
    await tenant.read(compared)
  })

  test('merging that is killed before it commits has changed nothing, and is done by the next one', async () => {
    await tenant.write((trx) => received(trx, plain))
    await tenant.write((trx) => received(trx, plain))
    await expect(
      owned(async (trx) => {
        expect(await foldCollectionSums(trx)).toBeGreaterThan(0)
        await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx)
      }),
    ).rejects.toThrow()
    await tenant.read(compared)
    expect(await tenant.write(foldCollectionSums)).toBeGreaterThan(1)
    await tenant.read(compared)
    expect(await tenant.write(foldCollectionSums)).toBe(0)
  })
})

describe('a sum that is one sen off', () => {
  const seed = `update collection_sum set gross_sen = gross_sen + 1 where ctid = (select ctid from collection_sum
    where month = '2026-05-01' limit 1)`

  test('is named with its month, branch and key, and both sums, and made anew as a recorded act', async () => {
    await tenant.write((trx) =>
      received(trx, { on: '2026-05-04', sen: 7_000, method: 'fpx', source: 'infaq', branch: 1, rounding: 0 }),
    )
    await owned((trx) => sql.raw(seed).execute(trx))
    const name = (
      await tenant.read((db) =>
        db.selectFrom('branch').select('name').where('id', '=', branches[1]!).executeTakeFirstOrThrow(),
      )
    ).name
    const found = await tenant.read(checkCollectionSums)
    expect(found.count).toBe(1)
    expect(found.differing).toEqual([
      {
        ...{ month: '2026-05-01', branch_id: branches[1], branch: name, method: 'fpx', source: 'infaq' },
        ...{ direction: 'in', figure: 'gross_sen', rows_value: 7_000, kept_value: 7_001 },
      },
    ])
    const actor = await tenant.actor('admin')
    await tenant.write((trx) => rebuildCollectionSums(trx, actor))
    expect((await tenant.read(checkCollectionSums)).count).toBe(0)
    const entry = await tenant.read((db) =>
      db
        .selectFrom('audit_log')
        .select(['actor_id', 'after'])
        .where('action', '=', 'month.recalculated')
        .executeTakeFirstOrThrow(),
    )
    expect(entry).toMatchObject({ actor_id: actor.id, after: { differing: 1 } })
  })

  test('makes the nightly reconciliation red, which names it', async () => {
    const books = await freshTenant()
    const here = branches
    branches = [books.branch.id]
    await books.write((trx) =>
      received(trx, {
        on: '2026-05-04',
        sen: 7_000,
        method: 'cash',
        source: 'invoice',
        branch: 0,
        rounding: 0,
      }),
    )
    branches = here
    expect(await balanceAfter(books, 'select')).toMatchObject({ faults: 0 })
    expect(await balanceAfter(books, seed)).toMatchObject({
      ...{ faults: 1, fault: 'sum_differs', fault_expected_sen: 7_000, fault_found_sen: 7_001 },
      fault_reference: `2026-05 ${books.branch.name} cash invoice in gross_sen`,
    })
    expect(await balanceAfter(books, 'update collection_sum set lines = 2')).toMatchObject({
      ...{ faults: 1, fault: 'sum_lines_differ', fault_expected_sen: 1, fault_found_sen: 2 },
    })
  })

  test('cannot be made by the organisation’s role', async () => {
    for (const text of [
      'insert into collection_sum select * from collection_sum',
      'update collection_sum set lines = 0',
      'delete from collection_sum',
    ])
      await expect(tenant.write((trx) => sql.raw(text).execute(trx))).rejects.toThrow(/permission denied/)
  })
})
