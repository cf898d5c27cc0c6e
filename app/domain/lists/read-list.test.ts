import type { Kysely } from 'kysely'
import type pg from 'pg'
import { expect, test, vi } from 'vitest'
import { boundTransaction } from '#db/bound.ts'
import type { DB } from '#db/types.ts'
import { oneOf } from './filters.ts'
import { type OperatorReader, operatorList, type Selected } from './list.ts'
import { pageOf } from './read-list.server.ts'

/** A database of one table with 30 rows that adds up to 12, and what it was asked. */
function recording() {
  const sent: { text: string; values: unknown[] }[] = []
  const client = {
    async query({ text, values }: { text: string; values: unknown[] }) {
      sent.push({ text, values })
      return { rows: text.includes('count(*)') ? [{ total: 30, min_age: 12 }] : [{ id: '1' }], rowCount: 1 }
    },
  }
  const place = { schema: 'tenant_1', role: 'tenant_1' }
  return {
    db: boundTransaction(client as unknown as pg.PoolClient, place, Promise.resolve(), () => {}),
    sent,
  }
}

const owner: OperatorReader = { id: '1', role: 'owner' }
const other: OperatorReader = { id: '2', role: 'owner' }
const rows = (db: Kysely<DB>) => db.selectFrom('category').select(['id', 'min_age'])

/** A list of its own, of which nothing is kept yet, and how often its query was put together. */
function fresh() {
  const query = vi.fn(
    (db: Kysely<DB>, _reader: OperatorReader, { status }: { status: string | undefined }) =>
      status ? rows(db).where('status', '=', status) : rows(db),
  )
  const list = operatorList<Selected<typeof rows>>()({
    ...{ name: '', title: '', access: {}, standard: 'id' },
    columns: [{ key: 'min_age', label: '', total: true, sort: true }],
    filters: { status: oneOf('', ['active', 'inactive']) },
    query,
  })
  return { list, query }
}

test('a list is put together once for those who ask alike, and asks what it would ask each time', async () => {
  const { list, query } = fresh()
  const asked = [
    [owner, {}],
    [owner, { page: '2' }],
    [owner, { status: 'active' }],
    [owner, {}],
    [owner, { status: 'active' }],
    [owner, { status: 'inactive' }],
    [owner, { sort: '-min_age' }],
    [other, {}],
  ] as const
  for (const [reader, address] of asked) {
    const [anew, again] = [recording(), recording()]
    const unkept = fresh().list
    const search = list.search.parse(address)
    expect(await pageOf(list, again.db, reader, search)).toEqual(
      await pageOf(unkept, anew.db, reader, search),
    )
    expect(again.sent).toEqual(anew.sent)
  }
  expect(query).toHaveBeenCalledTimes(5)
})

test('a page beyond the last shows the last', async () => {
  const { db, sent } = recording()
  const { list } = fresh()
  expect(await pageOf(list, db, owner, list.search.parse({ page: '9' }))).toMatchObject({
    page: 2,
    pages: 2,
    total: 30,
    totals: { min_age: 12 },
    search: { page: 2 },
  })
  expect(sent.map(({ values }) => values)).toEqual([[25, 200], [], [25, 25]])
})
