import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshTenant } from '#tests/support/database/tenant.ts'
import { dayBegins } from './clock.ts'

test('a day begins at midnight in Kuala Lumpur, whatever the month and the leap year', async () => {
  const tenant = await freshTenant()
  const at = (on: string, days?: number) =>
    tenant.read(async (db) => {
      const { rows } = await sql<{ at: Date }>`select ${dayBegins(on, days)} as at`.execute(db)
      return rows[0]!.at.toISOString()
    })
  expect(await at('2026-01-01')).toBe('2025-12-31T16:00:00.000Z')
  expect(await at('2026-02-28', 1)).toBe('2026-02-28T16:00:00.000Z')
  expect(await at('2028-02-28', 1)).toBe('2028-02-28T16:00:00.000Z')
  expect(await at('2028-02-28', 2)).toBe('2028-02-29T16:00:00.000Z')
})
