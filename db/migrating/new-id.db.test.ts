import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { idWithoutUuidv7 } from '#migrations/tenant/0001_basics.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'

test.each([
  ['the server’s own', 'select new_id()'],
  ['by hand, where the server has none', idWithoutUuidv7],
])('an id that the database makes is a UUID of version 7 with the moment in it: %s', async (_, body) => {
  const tenant = await freshTenant()
  const before = Date.now()
  const { rows } = await tenant.read((db) =>
    sql<{
      id: string
    }>`select (${sql.raw(body)} where each > 0) as id from generate_series(1, 500) as each`.execute(db),
  )
  const after = Date.now()
  expect(new Set(rows.map(({ id }) => id)).size).toBe(500)
  for (const { id } of rows) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    const moment = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
    // Two clocks of one machine may be a little apart.
    expect(moment).toBeGreaterThan(before - 1_000)
    expect(moment).toBeLessThan(after + 1_000)
  }
})
