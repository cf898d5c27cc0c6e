import { expect, test } from 'vitest'
import { testDatabase } from './database.ts'
import { asAdmin } from './template.ts'

test('each file gets a migrated database in which the application owns nothing', async () => {
  const { ownerUrl, pool } = await testDatabase()
  const schemas = await asAdmin(ownerUrl, (owner) =>
    owner.query(
      `select 1 from information_schema.tables where table_schema = 'platform' and table_name = 'entity'`,
    ),
  )
  expect(schemas.rowCount).toBe(1)
  await expect(pool.query('select * from platform.entity')).rejects.toMatchObject({ code: '42501' })
})

test('a second call is the same database', async () => {
  expect(await testDatabase()).toBe(await testDatabase())
})
