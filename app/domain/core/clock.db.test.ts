import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshTenant } from '#tests/support/database/tenant.ts'
import { databaseTime, dayBegins, todayInSql } from './clock.ts'
import { todayIn } from './dates.ts'

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

test('today in a query is the day in Kuala Lumpur, whatever the day of the connection', async () => {
  const tenant = await freshTenant()
  // These are never at one day.
  for (const zone of ['Etc/GMT+12', 'Pacific/Kiritimati'])
    await tenant.write(async (trx) => {
      await sql`set local timezone to ${sql.lit(zone)}`.execute(trx)
      const { rows } = await sql<{ today: string }>`select ${todayInSql} as today`.execute(trx)
      expect(rows[0]!.today).toBe(todayIn(await databaseTime(trx)))
    })
})
