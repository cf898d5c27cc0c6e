import type { Kysely } from 'kysely'
import {
  Kysely as Database,
  DummyDriver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { expect, test, vi } from 'vitest'
import { fixedInsert, fixedQuery } from './fixed-query.ts'
import type { DB } from './types.ts'

function recording() {
  const sent: { sql: string; parameters: readonly unknown[] }[] = []
  const db = new Database<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void sent.push(query),
  })
  return { db, sent }
}

test('the text is put together once, the values are those of each call', async () => {
  const { db, sent } = recording()
  const build = vi.fn((db: Kysely<DB>, code: string, most: number) =>
    db
      .selectFrom('category')
      .select('id')
      .where('status', '=', 'active')
      .where('code', '=', code)
      .limit(most),
  )
  const byCode = fixedQuery(build)
  await byCode(db, 'A', 1)
  await byCode(db, 'B', 2)
  expect(build).toHaveBeenCalledTimes(1)
  expect(sent.map(({ parameters }) => parameters)).toEqual([
    ['active', 'A', 1],
    ['active', 'B', 2],
  ])
  expect(sent[1]!.sql).toBe('select "id" from "category" where "status" = $1 and "code" = $2 limit $3')
})

test('a value that is used twice stands in both places', async () => {
  const { db, sent } = recording()
  const query = fixedQuery((db: Kysely<DB>, text: string) =>
    db.selectFrom('category').select('id').where('code', '=', text).where('name', '=', text),
  )
  await query(db, 'x')
  expect(sent[0]!.parameters).toEqual(['x', 'x'])
})

test('a row is added with the columns that it has, and none of an earlier one', async () => {
  const { db, sent } = recording()
  const add = fixedInsert('number_series')
  await add(db, { kind: 'a', period: '2026' })
  await add(db, { kind: 'b', period: '2027', last_no: undefined })
  await add(db, { kind: 'c', period: '2028', last_no: 3 })
  expect(sent.map(({ parameters }) => parameters)).toEqual([
    ['a', '2026'],
    ['b', '2027'],
    ['c', '2028', 3],
  ])
  expect(sent[0]!.sql).toBe('insert into "number_series" ("kind", "period") values ($1, $2)')
  expect(sent[1]!.sql).toBe(sent[0]!.sql)
  expect(sent[2]!.sql).toBe('insert into "number_series" ("kind", "period", "last_no") values ($1, $2, $3)')
})
