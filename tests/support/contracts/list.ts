import type { Kysely } from 'kysely'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { describe, expect, test } from 'vitest'
import { type Column, exportCell, formatCell, isNumeric } from '#app/domain/core/lists/columns.ts'
import type { Filters } from '#app/domain/core/lists/filters.ts'
import { columnsFor, type List } from '#app/domain/core/lists/list.ts'
import {
  countRows,
  readFirstRows,
  readInChunks,
  readPage,
  tabCounts,
} from '#app/domain/core/lists/read-list.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { locales } from '#app/i18n/locales.ts'
import { appliedFilters } from '#app/print/applied-filters.ts'
import { linesOfRow } from '#app/print/lines-of-row.ts'
import { type ListFileFormat, listFiles } from '#app/print/list-file.ts'
import { TableDocument } from '#app/print/TableDocument.tsx'
import type { DB } from '#db/types.ts'
import { unzipped } from '../jobs/zip.ts'
import { rawWords } from '../pages/raw-words.ts'
import { share } from '../run/soak.ts'

/** What the contract must be told of a list: at least three rows are there, and they differ. */
export interface Kept<Who, F extends Filters<Who>, Row extends object, Raw extends object> {
  list: List<Who, unknown, F, Row, Raw>
  read<R>(work: (db: Kysely<DB>) => Promise<R>): Promise<R>
  /** Somebody who sees every row and may use every filter. */
  everybody: Who
  /** Of each filter a value, and which rows it leaves: some, and not all. */
  narrowing: { [Name in Exclude<keyof F, 'entity'>]: [value: string, leaves: (row: Row) => boolean] }
  /** A text with a wild card in it that some of the rows hold, and not all. */
  text: string
  /** Somebody who sees less, and what of it; nobody, where everybody who may look sees all. */
  narrower?: { reader: Who; sees(row: Row): boolean }
}

/** What holds for every list. `kept` is asked once the rows are there. */
export function keptList<Who, F extends Filters<Who>, Row extends object, Raw extends object>(
  name: string,
  kept: () => Kept<Who, F, Row, Raw>,
) {
  describe(`the list ${name}`, () => {
    const { t } = i18nOf('en')
    const idOf = (row: Row) => String((row as { id: unknown }).id)
    const page = (query: Record<string, string> = {}, reader = kept().everybody) => {
      const { list, read } = kept()
      return read((db) => readPage(list, db, reader, list.search.parse(query)))
    }
    const all = async (query: Record<string, string> = {}, reader = kept().everybody) => {
      const { list, read } = kept()
      return (await read((db) => readFirstRows(list, db, reader, list.search.parse(query), 100_000))).rows
    }
    const ids = async (rows: Promise<Row[]>) => (await rows).map(idOf).toSorted()

    test('has rows to be tried on, and gives them all', async () => {
      const { total, rows } = await page({ limit: '100' })
      expect(total).toBeGreaterThanOrEqual(3)
      expect(rows).toHaveLength(total)
    })

    test('is ordered by each column that says so, both ways, with what has no value last', async () => {
      const sortable = kept().list.columns.filter(({ sort }) => sort)
      for (const { key } of sortable) {
        const valuesBy = async (sort: string) =>
          (await all({ sort })).map((row) => (row as Record<string, unknown>)[key])
        const [up, down] = [await valuesBy(key), await valuesBy(`-${key}`)]
        const known = (values: unknown[]) => values.filter((value) => value !== null)
        expect(known(down).toReversed(), key).toEqual(known(up))
        for (const values of [up, down]) {
          expect(
            values.slice(known(values).length).every((value) => value === null),
            key,
          ).toBe(true)
        }
      }
    })

    test('keeps its order over its pages; none is on two of them', async () => {
      const sorts = kept().list.columns.flatMap(({ key, sort }) => (sort ? [key, `-${key}`] : []))
      // a column's order itself is looked at above, for each of them
      for (const sort of ['', ...share(sorts, 2, name)]) {
        const whole = (await all({ sort })).map(idOf)
        const turned: string[] = []
        for (let number = 1; number <= Math.ceil(whole.length / 2); number++)
          turned.push(...(await page({ sort, limit: '2', page: String(number) })).rows.map(idOf))
        expect(turned, sort).toEqual(whole)
      }
    })

    test('shows its last page to who asks for one beyond it', async () => {
      const { page: number, pages, rows } = await page({ limit: '2', page: '999' })
      expect(number).toBe(pages)
      expect(rows.length).toBeGreaterThan(0)
    })

    test('is narrowed by each of its filters', async () => {
      const rows = await all()
      const narrowing: [string, [string, (row: Row) => boolean]][] = Object.entries(kept().narrowing)
      for (const [filter, [value, leaves]] of narrowing) {
        const choice = kept().list.filters[filter]!
        // a choice of other rows, not of fewer
        if (choice.kind === 'choice' && choice.all) continue
        const left = rows.filter(leaves).map(idOf).toSorted()
        expect(left.length, `${filter} leaves something`).toBeGreaterThan(0)
        expect(left.length, `${filter} leaves not all`).toBeLessThan(rows.length)
        expect(await ids(all({ [filter]: value })), filter).toEqual(left)
      }
    })

    test('takes what is searched for literally', async () => {
      const { text } = kept()
      const rows = await all()
      const found = await ids(all({ q: text }))
      expect(found.length).toBeGreaterThan(0)
      expect(found.length).toBeLessThan(rows.length)
      expect(await ids(all({ q: text.toUpperCase() }))).toEqual(found)
      expect(await all({ q: text.replace(/.(.)$/, '_$1') })).toEqual([])
      expect(await all({ q: `${text.slice(0, 2)}%${text.slice(-2)}` })).toEqual([])
    })

    test('finds the same however it is written', async () => {
      const { text } = kept()
      const found = await ids(all({ q: text }))
      for (const typed of spellingsOf(text))
        expect([typed, await ids(all({ q: typed }))]).toEqual([typed, found])
    })

    test('adds up all rows that go together, not those of a page, and says which', async () => {
      const { columns, summed } = kept().list
      const rows = (await all()) as Record<string, unknown>[]
      const added = summed ? rows.filter((row) => summed.values.includes(String(row[summed.column]))) : rows
      const { totals, summed: word } = await page({ limit: '1' })
      expect(totals).toEqual(sumsOf(columns, added))
      expect(word).toBe(summed?.word)
      if (word) for (const locale of locales) expect(rawWords(i18nOf(locale).t(word))).toEqual([])
    })

    test('counts what each of its tabs shows, whatever else it is narrowed by, and adds up one state as it is', async () => {
      const { list, read, everybody, text } = kept()
      const { tabs } = list
      if (!tabs) return
      const choice = list.filters[tabs.filter]
      if (choice?.kind !== 'choice') throw new Error(`${tabs.filter} is no choice`)
      for (const query of [{}, { q: text }, { [tabs.filter]: choice.values[0]!, page: '2' }]) {
        const counts = await read((db) => tabCounts(list, db, everybody, list.search.parse(query)))
        const { [tabs.filter]: _, ...rest } = query as Record<string, string>
        expect(counts?.all).toBe((await all(rest)).length)
        expect((await page(query)).counts).toEqual(tabs.filter in query ? undefined : counts)
        for (const value of choice.values) {
          const rows = (await all({ ...rest, [tabs.filter]: value })) as Record<string, unknown>[]
          expect(counts?.each.get(value) ?? 0, value).toBe(rows.length)
          const { totals, summed } = await page({ ...rest, [tabs.filter]: value })
          expect(totals, value).toEqual(sumsOf(list.columns, rows))
          expect(summed).toBeUndefined()
        }
      }
    })

    test('shows each reader what they reach', async () => {
      const { narrower } = kept()
      if (!narrower) return
      const rows = await all()
      const seen = rows.filter(narrower.sees).map(idOf).toSorted()
      expect(seen.length).toBeGreaterThan(0)
      expect(seen.length).toBeLessThan(rows.length)
      expect(await ids(all({}, narrower.reader))).toEqual(seen)
    })

    test('has the same rows, columns and words on paper and in each file', async () => {
      const { list, read, everybody } = kept()
      const columns = columnsFor(list, everybody, 'file')
      const search = list.search.parse({})
      const taken = await read((db) => readFirstRows(list, db, everybody, search, 10_000))
      const rows = taken.rows as Record<string, unknown>[]
      const cells = (cell: typeof formatCell | typeof exportCell) =>
        rows.map((row) =>
          columns.map((column) =>
            cell === formatCell
              ? formatCell(column, row[column.key], 'en', t)
              : exportCell(column, row[column.key], 'en', t),
          ),
        )
      const head = columns.map(({ label }) => t(label))
      const paper = renderToStaticMarkup(
        createElement(
          I18nextProvider,
          { i18n: i18nOf('en') },
          createElement(TableDocument, { ...bare, columns, page: taken }),
        ),
      )
      const lines = linesOfRow(columns)
      const called = (row: readonly string[], some: readonly Column[]) =>
        some.map((column) => [t(column.label), row[columns.indexOf(column)]!] as const)
      const linesOf = (row: readonly string[]) => [
        ...called(row, lines.columns).map(([, text]) => text),
        ...[
          called(row, lines.rest)
            .flatMap(([label, text]) => (text ? `${label}: ${text}` : []))
            .join(' · '),
        ].filter((text) => text !== ''),
      ]
      const printed = textsIn(paper.match(/<tbody.*?<\/tbody>/s)![0], /<t[hd]\b[^>]*>(.*?)<\/t[hd]>/gs)
      expect(printed).toEqual(cells(formatCell).flatMap(linesOf))
      expect(textsIn(paper.match(/<thead.*?<\/thead>/s)![0], /<th\b[^>]*>(.*?)<\/th>/gs)).toEqual(
        lines.columns.map(({ label }) => t(label)),
      )

      const file = async (format: ListFileFormat) => {
        const pieces: Uint8Array[] = []
        const listing = {
          name: 'list',
          columns,
          chunks: [taken.rows],
          note: () => undefined,
          t,
          locale: 'en',
        }
        for await (const piece of listFiles[format].pieces(listing)) pieces.push(piece)
        return Buffer.concat(pieces)
      }
      const expected = [head, ...cells(exportCell)]
      expect(csvIn((await file('csv')).toString())).toEqual(expected)
      const figures = columns.map(isNumeric)
      const asNumbers = expected.map((line, index) =>
        line.map((text, column) =>
          index > 0 && figures[column] && text !== '' ? String(Number(text)) : text,
        ),
      )
      expect(sheetIn(unzipped(await file('xlsx')))).toEqual(asNumbers)
    })

    test('says in words on paper what was asked for', async () => {
      const { list, read, everybody, narrowing, text } = kept()
      for (const locale of locales) {
        const words = { t: i18nOf(locale).t, locale }
        const said = (query: Record<string, string>) =>
          read((db) =>
            appliedFilters(db, { list, reader: everybody, search: list.search.parse(query) }, words),
          )
        expect(await said({})).toEqual([])
        expect((await said({ q: text })).map(({ value }) => value)).toEqual([`“${text}”`])
        for (const [name, [value]] of Object.entries<readonly [string, unknown]>(narrowing)) {
          if (list.filters[name]!.kind === 'link') continue
          const found = await said({ [name]: value })
          expect(found).toHaveLength(1)
          for (const word of Object.values(found[0]!)) {
            expect(word).not.toBe('')
            expect(rawWords(word)).toEqual([])
          }
          if (list.filters[name]!.kind !== 'choice') expect(found[0]!.value).not.toBe(value)
        }
      }
    })

    test('comes in pieces for a long file as it comes in pages', async () => {
      const { list, read, everybody } = kept()
      const rows = await read(async (db) => {
        const found: Row[] = []
        for await (const chunk of readInChunks(list, db, everybody, list.search.parse({})))
          found.push(...chunk)
        return found
      })
      expect(rows).toEqual(await all())
      const count = await read((db) => countRows(list, db, everybody, list.search.parse({})))
      expect(count).toEqual({ total: rows.length, more: false })
    })
  })
}

const sumsOf = (columns: readonly Column[], rows: readonly Record<string, unknown>[]) =>
  Object.fromEntries(
    columns
      .filter(({ total }) => total)
      .map(({ key }) => [key, rows.reduce((sum, row) => sum + Number(row[key] ?? 0), 0)]),
  )

const bare = { organisation: { name: '' }, logo: null, title: '', filters: [], printed: '' }

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
}

const plain = (html: string) =>
  html.replace(/<[^>]*>/g, '').replace(/&(amp|lt|gt|quot|#x27);/g, (entity) => entities[entity]!)

const textsIn = (html: string, cell: RegExp) => [...html.matchAll(cell)].map(([, inner]) => plain(inner!))

/** The cells of a CSV file, without the apostrophe that keeps a text from being a formula. */
function csvIn(text: string): string[][] {
  const cells = text.replace(/^\uFEFF/, '').matchAll(/("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n)/g)
  const lines: string[][] = [[]]
  for (const [, cell = '', end] of cells) {
    const whole = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
    lines.at(-1)!.push(whole.replace(/^'(?=[=+\-@])/, ''))
    if (end !== ',') lines.push([])
  }
  return lines.slice(0, -1)
}

/** The cells of the sheet in an unpacked XLSX file, as wide as its head; empty ones are not written there. */
function sheetIn(parts: string): string[][] {
  const rows = [...parts.matchAll(/<row r="\d+">(.*?)<\/row>/gs)].map(([, row]) => {
    const cells = [...row!.matchAll(/<c r="([A-Z]+)\d+"[^>]*>(.*?)<\/c>/gs)]
    return new Map(cells.map(([, column, inner]) => [columnAt(column!), plain(inner!)]))
  })
  const width = rows[0]?.size ?? 0
  return rows.map((row) => Array.from({ length: width }, (_, column) => row.get(column) ?? ''))
}

/** The place of a column by its letters: A is 0, Z is 25, AA is 26. */
const columnAt = (letters: string) =>
  [...letters].reduce((place, letter) => place * 26 + letter.charCodeAt(0) - 64, 0) - 1

/** What people type for a text that they see: with other apostrophes and hyphens, without them, in another order. */
const spellingsOf = (text: string) => [
  `\u202a${text}\u200b`,
  text.replace(/^(\S\S)/, '$1’'),
  text.replace(/[-./']/g, ''),
  text.replaceAll('-', '\u2011'),
  text.split(' ').toReversed().join('  '),
  `${text}.`,
]
