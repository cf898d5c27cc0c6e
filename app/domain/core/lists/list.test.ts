import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import type { DB } from '#db/types.ts'
import { onDay, oneEntry, oneOf } from './filters.ts'
import { columnsFor, type OperatorReader, operatorList, permittedSearch, type Selected } from './list.ts'

const listed = (db: Kysely<DB>) =>
  db.selectFrom('platform.operator').select(['id', 'name', 'email', 'status'])
const owner: OperatorReader = { id: '1', role: 'owner' }
const support: OperatorReader = { id: '2', role: 'support' }
const isOwner = ({ role }: OperatorReader) => role === 'owner'

const people = operatorList<Selected<typeof listed>>()({
  name: 'people',
  title: 'operator.plural',
  access: { view: 'admin.operator.view' },
  columns: [
    { key: 'name', label: 'operator.name', sort: true },
    { key: 'email', label: 'operator.email', sort: true, when: isOwner },
    { key: 'status', label: 'operator.status', only: 'file' },
  ],
  filters: {
    status: oneOf('operator.status', ['active', 'inactive'], 'common.status', { when: isOwner }),
    from: onDay('operator.from'),
    entity_id: oneEntry('operator.entity', async () => []),
  },
  defaultSort: 'name',
  query: listed,
})

test('parameters that do not fit are ignored', () => {
  const wrong = {
    status: 'late',
    from: '2026-02-30',
    entity_id: '7',
    sort: 'password',
    page: '-1',
    limit: '1e9',
  }
  expect(people.search.parse(wrong)).toEqual({ q: '', page: 1, limit: 25 })
  const right = { q: ' ali ', status: 'active', from: '2026-02-28', sort: '-email', page: '3', limit: '100' }
  expect(people.search.parse(right)).toEqual({ ...right, q: 'ali', page: 3, limit: 100 })
})

test('a list cannot be sorted by a column without `sort`', () => {
  expect(people.search.parse({ sort: 'status' }).sort).toBeUndefined()
})

test('a reader can neither filter nor sort by a column that is hidden from them', () => {
  const asked = people.search.parse({ status: 'active', sort: 'email', from: '2026-02-28' })
  expect(permittedSearch(people, owner, asked)).toEqual(asked)
  expect(permittedSearch(people, support, asked)).toMatchObject({
    status: undefined,
    sort: undefined,
    from: '2026-02-28',
  })
})

test('columns are shown where and to whom they say', () => {
  const keys = (reader: OperatorReader, where: 'page' | 'file') =>
    columnsFor(people, reader, where).map(({ key }) => key)
  expect(keys(owner, 'page')).toEqual(['name', 'email'])
  expect(keys(owner, 'file')).toEqual(['name', 'email', 'status'])
  expect(keys(support, 'file')).toEqual(['name', 'status'])
  // What a page gets is data alone.
  expect(structuredClone(columnsFor(people, owner, 'file'))[1]).toEqual({
    key: 'email',
    label: 'operator.email',
    sort: true,
  })
})

test('a key that the rows do not have does not compile', () => {
  const given = { name: '', title: '', access: {}, filters: {}, query: listed }
  // @ts-expect-error the rows have no such key to order by
  operatorList<Selected<typeof listed>>()({ ...given, columns: [], defaultSort: 'nam' })
  operatorList<Selected<typeof listed>>()({
    ...given,
    // @ts-expect-error the rows have no such key to show
    columns: [{ key: 'nam', label: '' }],
    defaultSort: 'name',
  })
})
