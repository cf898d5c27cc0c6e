import type { Kysely } from 'kysely'
import type pg from 'pg'
import { expect, test, vi } from 'vitest'
import { boundTransaction } from '#db/bound.ts'
import type { DB } from '#db/types.ts'
import { paginate, paginated } from './paginate.server.ts'

interface Asked {
  q: string
  page: number
  limit: number
  status?: string | undefined
}

const order = { sorts: { code: 'code' }, standard: 'code', tie: 'id', sums: { min_age: 'min_age' } }

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

const listed = (db: Kysely<DB>, search: Asked) => {
  let query = db.selectFrom('category').select(['id', 'min_age'])
  if (search.status) query = query.where('status', '=', search.status)
  return { query, search, order }
}

test('a list is put together once for those who ask alike, and asks what it would ask each time', async () => {
  const build = vi.fn(listed)
  const kept = paginated(build)
  const searches: Asked[] = [
    { q: '', page: 1, limit: 25 },
    { q: '', page: 2, limit: 25 },
    { q: '', page: 1, limit: 25, status: 'active' },
    { q: '', page: 1, limit: 25 },
    { q: '', page: 1, limit: 25, status: 'active' },
    { q: '', page: 1, limit: 25, status: 'inactive' },
  ]
  for (const search of searches) {
    const [anew, again] = [recording(), recording()]
    const { query, ...rest } = listed(anew.db, search)
    expect(await kept(again.db, search)).toEqual(await paginate(query, search, rest.order))
    expect(again.sent).toEqual(anew.sent)
  }
  expect(build).toHaveBeenCalledTimes(4)
})

test('a page beyond the last shows the last', async () => {
  const { db, sent } = recording()
  const kept = paginated(listed)
  expect(await kept(db, { q: '', page: 9, limit: 25 })).toMatchObject({
    page: 2,
    pages: 2,
    total: 30,
    totals: { min_age: 12 },
    search: { page: 2 },
  })
  expect(sent.map(({ values }) => values)).toEqual([[25, 200], [], [25, 25]])
})
