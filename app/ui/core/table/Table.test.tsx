import { describe, expect, test } from 'vitest'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { markup, tagWith } from '#tests/support/pages/markup.tsx'
import { Pagination, pagesShown } from './Pagination.tsx'
import { Table } from './Table.tsx'

interface Row {
  id: string
  number: string
  due_on: string | null
  total_sen: number
  status: string
}

const columns = columnsOf<Row>()(
  { key: 'number', label: 'test.number', kind: 'number', sort: true },
  { key: 'due_on', label: 'test.due', kind: 'date', sort: true },
  { key: 'total_sen', label: 'test.total', kind: 'money', total: true },
  { key: 'status', label: 'test.status', kind: 'status' },
)
const rows: Row[] = [
  { id: '1', number: 'INV-1', due_on: '2026-03-31', total_sen: 123_450, status: 'overdue' },
  { id: '2', number: '<b>', due_on: null, total_sen: 0, status: 'paid' },
]
const words = { test: { number: 'Number', due: 'Due', total: 'Total', status: 'Status' } }

describe('a table', () => {
  test('says what it lists and heads rows and columns', async () => {
    const html = await markup(<Table caption="Invoices" columns={columns} rows={rows} />, { words })
    expect(html).toContain('<caption class="hidden">Invoices</caption>')
    expect(html.match(/scope="col"/g)).toHaveLength(4)
    expect(html.match(/scope="row"/g)).toHaveLength(2)
  })

  test('writes each kind as people read it, and what came from outside as text', async () => {
    const html = await markup(<Table caption="Invoices" columns={columns} rows={rows} />, {
      locale: 'my',
      words,
    })
    expect(html).toContain('>31 Mac 2026<')
    expect(html).toContain('>RM1,234.50<')
    expect(html).toContain('<span class="status late">Tertunggak</span>')
    expect(html).toContain('&lt;b&gt;')
    expect(tagWith(html, '<td', 'data-label="Total"')).toContain('class="figure"')
  })

  test('opens a row from its first cell', async () => {
    const html = await markup(
      <Table caption="Invoices" columns={columns} rows={rows} open={({ id }) => `/invoice/view/${id}`} />,
      { words },
    )
    expect(html).toMatch(/<th scope="row"[^>]*><a href="\/invoice\/view\/1">INV-1<\/a><\/th>/)
  })

  test('breaks no number in a text, and gives a row on a phone two lines where the page says so', async () => {
    const about = columnsOf<Row>()({ key: 'number', label: 'test.number' })
    const html = await markup(<Table caption="Invoices" columns={about} rows={rows} brief />, { words })
    expect(html).toContain('<span class="number">INV-1</span>')
    const several = [{ ...rows[0]!, number: 'INV-26-1, INV-26-2' }]
    const plain = await markup(<Table caption="Invoices" columns={about} rows={several} />, { words })
    expect(plain, 'one piece, which a card does not set apart').toMatch(
      /<th [^>]*><span><span class="number">INV-26-1<\/span>(?:<!-- -->)?, (?:<!-- -->)?<span class="number">INV-26-2<\/span><\/span><\/th>/,
    )
    expect(html).toContain('class="cards brief"')
  })

  test('calls each cell of a card by name, and in a row of two lines the figures beside the sum alone', async () => {
    const named = async (brief?: true) => {
      const html = await markup(
        <Table caption="Invoices" columns={sums} rows={rows} {...(brief && { brief })} />,
        { words },
      )
      return [...html.matchAll(/data-label="(\w+)"/g)].map(([, label]) => label)
    }
    const sums = columnsOf<Row>()(
      { key: 'number', label: 'test.number', kind: 'number' },
      { key: 'id', label: 'test.due', kind: 'count' },
      { key: 'total_sen', label: 'test.total', kind: 'money', room: 'much' },
      { key: 'status', label: 'test.status', kind: 'status' },
    )
    expect(await named()).toEqual(['Due', 'Total', 'Status', 'Due', 'Total', 'Status'])
    expect(await named(true)).toEqual(['Due', 'Due'])
  })

  test('adds up under the columns that have a total', async () => {
    const html = await markup(
      <Table caption="Invoices" columns={columns} rows={rows} totals={{ total_sen: 123_450 }} />,
      { words },
    )
    const foot = html.slice(html.indexOf('<tfoot'))
    expect(foot).toMatch(/<th scope="row" colSpan="2"[^>]*>Total<\/th>/i)
    expect(foot).toContain('>RM1,234.50</td>')
  })

  test('tells how it is ordered', async () => {
    const sort = { current: '-due_on', href: (key: string) => `?sort=${key}` }
    const html = await markup(<Table caption="Invoices" columns={columns} rows={rows} sort={sort} />, {
      words,
    })
    expect(html).toMatch(/<th scope="col"[^>]*aria-sort="descending"[^>]*><a href="\?sort=due_on">Due</)
    expect(html.match(/aria-sort/g)).toHaveLength(1)
    expect(html).not.toContain('?sort=total_sen')
  })
})

describe('pages', () => {
  test('lead on with the search', async () => {
    const html = await markup(
      <Pagination page={2} pages={9} total={220} limit={25} search={{ q: 'ali', sort: 'name', page: 2 }} />,
    )
    expect(tagWith(html, 'rel="prev"')).toContain('href="?q=ali&amp;sort=name"')
    expect(tagWith(html, 'rel="next"')).toContain('href="?q=ali&amp;sort=name&amp;page=3"')
    expect(tagWith(html, 'aria-current="page"')).toContain('aria-label="Page 2"')
  })

  test('are not there when there is only one', async () => {
    expect(await markup(<Pagination page={1} pages={1} total={25} limit={25} search={{}} />)).toBe('')
  })

  test.each([
    [1, 1, [1]],
    [1, 9, [1, 2, 9]],
    [5, 9, [1, 4, 5, 6, 9]],
    [9, 9, [1, 8, 9]],
  ])('page %i of %i shows %j', (page, pages, shown) => expect(pagesShown(page, pages)).toEqual(shown))
})
