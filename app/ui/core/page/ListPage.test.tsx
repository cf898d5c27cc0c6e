import { expect, test } from 'vitest'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import type { FilterField } from '#app/ui/core/table/ListTools.tsx'
import { markup, tagWith } from '#tests/support/pages/markup.tsx'
import { ListPage } from './ListPage.tsx'

interface Row {
  id: string
  code: string
  name: string
}

const columns = columnsOf<Row>()(
  { key: 'code', label: 'test.code', sort: true },
  { key: 'name', label: 'test.name' },
)
const words = { test: { code: 'Code', name: 'Name' } }
const rows: Row[] = [{ id: '1', code: 'K1', name: 'Tahun 1' }]
const filtered = { rows, total: 60, page: 2, limit: 20, pages: 3 }
const search = { q: 'tahun', kind: 'level', sort: 'code', page: 2, limit: 20 }
const nothing = { rows: [], total: 0, page: 1, limit: 25, pages: 0 }

const filters: FilterField[] = [
  {
    kind: 'choice',
    name: 'kind',
    label: 'Kind',
    value: 'level',
    options: [{ value: 'level', label: 'Level' }],
  },
]

test('every link and the form keep the search', async () => {
  const html = await markup(
    <ListPage
      title="Categories"
      columns={columns}
      page={{ ...filtered, search }}
      filters={filters}
      print="/category/print"
    />,
    { words },
  )
  expect(html).toContain('href="?q=tahun&amp;kind=level&amp;sort=-code&amp;limit=20"')
  expect(html).toContain('href="/category/print?q=tahun&amp;kind=level&amp;sort=code"')
  for (const format of ['csv', 'xlsx']) {
    expect(html).toContain(`href="/category/export/${format}?q=tahun&amp;kind=level&amp;sort=code"`)
  }
  expect(html).toContain(
    '<form method="post" action="/category/export/pdf?q=tahun&amp;kind=level&amp;sort=code">',
  )
  expect(tagWith(html, 'name="q"')).toContain('value="tahun"')
  expect(tagWith(html, 'name="limit"')).toContain('value="20"')
  expect(html).toContain('<option value="level" selected="">Level</option>')
  expect(html).toContain('<option value="code" selected="">Code ↑</option>')
  expect(html).toContain('href="?sort=code&amp;limit=20">Clear<')
})

test('says how many rows there are and which are shown', async () => {
  const html = await markup(
    <ListPage title="Categories" columns={columns} page={{ ...filtered, search }} />,
    { words },
  )
  expect(html).toContain('>21–21 of 60<')
})

test('counts in thousands, and promises no more rows than a file may have', async () => {
  const html = await markup(
    <ListPage
      title="Categories"
      columns={columns}
      page={{ ...filtered, total: 120_017, page: 60, search }}
      print="/category/print"
      background={['csv']}
    />,
    { words },
  )
  expect(html).toContain('>1,181–1,181 of 120,017<')
  expect(html).toContain('More than 10,000 rows: up to 100,000 as')
})

test('an empty list says what to do next, and offers it once', async () => {
  const html = await markup(
    <ListPage
      title="Categories"
      columns={columns}
      page={{ ...nothing, search: { q: '', page: 1, limit: 25 } }}
      add={{ label: 'New category', href: '/category/new' }}
    />,
    { words },
  )
  expect(html).toContain('Nothing here yet')
  expect(html.match(/href="\/category\/new"/g)).toHaveLength(1)
  expect(html).not.toContain('<form')
})

test('a search without a match leads back to the whole list', async () => {
  const html = await markup(
    <ListPage
      title="Categories"
      columns={columns}
      page={{ ...nothing, search: { q: 'tahun 9' } }}
      add="/category/new"
    />,
    { words },
  )
  expect(html).toContain('Nothing matches')
  expect(html).toContain('<a href="?q=" class="button primary">Show all</a>')
  expect(tagWith(html, 'name="q"')).toContain('value="tahun 9"')
})

test('many filters are behind a switch, few stand beside the search', async () => {
  const form = async (count: number) => {
    const many = Array.from({ length: count }, (_, index) => ({ ...filters[0]!, name: `kind${index}` }))
    const page = { ...filtered, search: { q: '', page: 1, limit: 20 } }
    return markup(<ListPage title="Categories" columns={columns} page={page} filters={many} />, { words })
  }
  expect(tagWith(await form(4), 'role="search"')).toContain('class="search"')
  expect(tagWith(await form(5), 'role="search"')).toContain('class="search many"')
})
