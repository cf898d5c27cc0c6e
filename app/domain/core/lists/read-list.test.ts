import type { Kysely } from 'kysely'
import type pg from 'pg'
import { expect, test, vi } from 'vitest'
import { boundTransaction } from '#db/bound.ts'
import type { DB } from '#db/types.ts'
import { oneOf } from './filters.ts'
import { type OperatorReader, operatorList, type Reader, type Selected, tenantList } from './list.ts'
import { countRows, readInChunks, readPage } from './read-list.ts'

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
    ...{ name: '', title: '', access: {}, defaultSort: 'id' },
    columns: [{ key: 'min_age', label: '', total: true, sort: true }],
    filters: { status: oneOf('', ['active', 'inactive']) },
    query,
  })
  return { list, query }
}

test('a column that the reader does not see is not added up either', async () => {
  const list = operatorList<Selected<typeof rows>>()({
    ...{ name: '', title: '', access: {}, defaultSort: 'id' },
    columns: [{ key: 'min_age', label: '', total: true, when: ({ role }) => role === 'owner' }],
    filters: {},
    query: rows,
  })
  const auditor: OperatorReader = { id: '3', role: 'auditor' }
  const asked = async (reader: OperatorReader) => {
    const { db, sent } = recording()
    await readPage(list, db, reader, list.search.parse({}))
    return sent.some(({ text }) => text.includes('sum('))
  }
  expect([await asked(owner), await asked(auditor)]).toEqual([true, false])
})

test('equal searches of equal readers share compiled queries, and send what uncached ones send', async () => {
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
    const [uncachedDb, cachedDb] = [recording(), recording()]
    const uncached = fresh().list
    const search = list.search.parse(address)
    expect(await readPage(list, cachedDb.db, reader, search)).toEqual(
      await readPage(uncached, uncachedDb.db, reader, search),
    )
    expect(cachedDb.sent).toEqual(uncachedDb.sent)
  }
  expect(query).toHaveBeenCalledTimes(5)
})

test('five hundred searches of a list are cached at most', async () => {
  const { list, query } = fresh()
  const { db } = recording()
  const ask = (q: string) => readPage(list, db, owner, list.search.parse({ q }))
  await ask('first')
  for (let n = 0; n < 500; n++) await ask(String(n))
  await ask('499')
  expect(query).toHaveBeenCalledTimes(501)
  await ask('first')
  expect(query).toHaveBeenCalledTimes(502)
})

test('a page beyond the last shows the last', async () => {
  const { db, sent } = recording()
  const { list } = fresh()
  expect(await readPage(list, db, owner, list.search.parse({ page: '9' }))).toMatchObject({
    page: 2,
    pages: 2,
    total: 30,
    totals: { min_age: 12 },
    search: { page: 2 },
  })
  expect(sent.map(({ values }) => values)).toEqual([[25, 200], [], [25, 25]])
})

test('a log is paged through up to its `maxRows`, in the order of its index in both directions', async () => {
  const { list } = fresh()
  const log = { ...list, maxRows: 20 }
  const askedFor = async (address: object) => {
    const { db, sent } = recording()
    const { page, total, more } = await readPage(log, db, owner, list.search.parse(address))
    return { page, total, more, ...sent[0]! }
  }
  const last = await askedFor({ page: '9', limit: '10', sort: '-min_age' })
  expect(last).toMatchObject({ page: 2, total: 20, more: true, values: [10, 10] })
  expect(last.text).toContain('"min_age" desc nulls last')
  expect((await askedFor({ sort: 'min_age' })).text).toContain('"min_age" asc nulls first')
})

test('a filter that a reader may not use changes neither page, nor count, nor long file', async () => {
  const { list } = fresh()
  const status = oneOf('', ['active', 'inactive'], undefined, {
    when: ({ role }: OperatorReader) => role === 'owner',
  })
  const guarded = { ...list, filters: { status } }
  const asked = list.search.parse({ status: 'active' })
  const sentTo = async (reader: OperatorReader) => {
    const { db, sent } = recording()
    await readPage(guarded, db, reader, asked)
    await countRows(guarded, db, reader, asked)
    for await (const _ of readInChunks(guarded, db, reader, asked));
    // A page with its count, a count, and a cursor, of which the first rows are all.
    return sent.slice(0, 4).map(({ text }) => text.includes('"status" = '))
  }
  expect(await sentTo(owner)).toEqual([true, true, true, true])
  expect(await sentTo({ id: '3', role: 'support' })).toEqual([false, false, false, false])
})

const clerk: Reader = {
  scope: { scope: 'branch', user_id: '1', branch_ids: ['1'], parent_id: '1' },
  roles: ['clerk'],
  today: '2026-03-31',
}
test.each<[string, Partial<Reader>]>([
  ['in other branches', { scope: { ...clerk.scope, branch_ids: ['1', '2'] } }],
  ['of another family', { scope: { ...clerk.scope, parent_id: '2' } }],
  ['who is somebody else', { scope: { ...clerk.scope, user_id: '2' } }],
  ['who reaches another kind of row', { scope: { ...clerk.scope, scope: 'own' } }],
  ['of another role', { roles: ['parent'] }],
  ['on another day', { today: '2026-04-01' }],
])('a cached query of one reader is not used for one %s', async (_, different) => {
  const asks = (db: Kysely<DB>, reader: Reader) => rows(db).where('name', '=', JSON.stringify(reader))
  const list = tenantList<Selected<typeof asks>>()({
    ...{ name: '', title: '', access: {}, columns: [], filters: {}, defaultSort: 'id' },
    query: asks,
  })
  for (const reader of [clerk, { ...clerk, ...different }, clerk]) {
    const { db, sent } = recording()
    await readPage(list, db, reader, list.search.parse({}))
    for (const { values } of sent) expect(values[0]).toBe(JSON.stringify(reader))
  }
})
