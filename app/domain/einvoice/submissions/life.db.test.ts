import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseForMany } from '#tests/support/database/database.ts'
import { openSchool, openTestPortal, type TestPortal } from './test-support.ts'

let portal: TestPortal
beforeAll(async () => {
  await databaseForMany()
  portal = await openTestPortal()
})
afterAll(() => portal.close())

test('three documents become valid, with their link and their history', async () => {
  const school = await openSchool(portal)
  const [first] = await school.queue(3)
  await school.settle()
  const documents = await school.documents()
  expect(documents.map(({ status, faults }) => ({ status, faults }))).toEqual(
    Array.from({ length: 3 }, () => ({ status: 'valid', faults: [] })),
  )
  expect(documents[0]!.long_id).toMatch(/\w{20}/)
  expect(await school.events(first!.id)).toEqual(['stored', 'accepted', 'valid'])
  expect(await school.submissions()).toMatchObject([{ state: 'closed', sends: 1, document_count: 3 }])
  expect(await school.atPortal()).toHaveLength(3)
})
