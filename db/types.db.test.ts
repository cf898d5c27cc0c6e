import { expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database/database.ts'
import { generateTypes } from './generate-types.ts'

test('db/types.ts is what the migrations make (npm run types writes it)', async () => {
  const { ownerUrl } = await testDatabase()
  expect(await generateTypes(ownerUrl, { verify: true })).toBe(true)
})
