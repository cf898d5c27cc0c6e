import { expect, test } from 'vitest'
import { apart, filesOf, kindOf, kinds } from './kinds.ts'

test.each([
  ['app/domain/core/dates.test.ts', 'unit'],
  ['app/ui/core/page/ListPage.test.tsx', 'unit'],
  ['db/id.db.test.ts', 'db'],
  ['app/print/InvoiceDocument.db.test.tsx', 'db'],
  ['app/server.http.test.ts', 'http'],
  [apart[0]!, 'apart'],
])('%s is of the kind %s', (file, kind) => {
  expect(kindOf(file)).toBe(kind)
})

test('every file is of one kind, and every kind has files', () => {
  const each = kinds.map((kind) => filesOf([kind]))
  expect(each.every((files) => files.length > 0)).toBe(true)
  expect(each.flat().toSorted()).toEqual(filesOf(kinds).toSorted())
  expect(filesOf(['apart']).toSorted()).toEqual(apart.toSorted())
})
