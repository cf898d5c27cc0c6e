import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ownPool, unclean } from '#tests/support/database/own-pool.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import { readWithTenant } from './with-tenant.ts'

test('a report reads in its place, cannot write, and leaves its connection clean', async () => {
  const here = await freshTenant()
  const pool = await ownPool()
  const place = sql<object>`select current_user::text as role, current_setting('search_path') as path`
  const { rows } = await readWithTenant(pool, here.place, (db) => place.execute(db))
  expect(rows).toEqual([{ role: here.place.role, path: here.place.schema }])
  const writing = readWithTenant(pool, here.place, (db) =>
    db.insertInto('number_series').values({ kind: 'x', period: 'y' }).execute(),
  )
  await expect(writing).rejects.toMatchObject({ code: '25006' })
  expect([pool.totalCount, pool.idleCount]).toEqual([1, 1])
  expect(unclean).toEqual([])
})
