import { describe, expect, test } from 'vitest'
import { columnsFor, type Reader } from '#app/domain/core/lists/list.ts'
import { readFirstRows, readGroups, readTotals } from '#app/domain/core/lists/read-list.ts'
import { allReports } from '#app/domain/reporting/reports/all-reports.ts'
import { groupColumns, readGrouping } from '#app/domain/reporting/reports/grouping.ts'
import { choosePeriod, periodsOf, presentOn } from '#app/domain/reporting/reports/period.ts'
import type { Source } from '#app/domain/reporting/reports/report.ts'
import { rowsOfGroup, wholesOf, wholesOfGroup } from '#app/domain/reporting/reports/wholes.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { locales } from '#app/i18n/locales.ts'
import { printables } from '#app/print/lists.ts'
import { makeRows, rows } from './support/contracts/lists/try-list.ts'
import { reader } from './support/database/lists.ts'

/** What holds for every report, on the example rows of its list. */
makeRows()

const today = '2026-04-15'

/** Somebody who reaches everything, and somebody of one branch. */
const readers = (): [string, Reader][] => [
  ['all', reader({ today })],
  [
    'a branch',
    reader({
      today,
      scope: {
        scope: 'branch',
        user_id: rows().head.id,
        branch_ids: [rows().tenant.branch.id],
        parent_id: null,
      },
    }),
  ],
]

const sumOf = (found: readonly object[], key: string) =>
  found.reduce((sum, row) => sum + Number((row as Record<string, unknown>)[key] ?? 0), 0)

test('each is called by its list, in a group, and in both languages', () => {
  const names = allReports.map(({ list }) => list.name)
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted())
  for (const { list, subtitle } of allReports) {
    expect(list.name).toMatch(/^report\/\w+\/\w+$/)
    expect(printables[list.name]).toBeDefined()
    for (const locale of locales)
      for (const key of [list.title, subtitle]) expect(i18nOf(locale).exists(key), key).toBe(true)
  }
})

describe.each(allReports.map((report) => [report.list.name, report] as const))('%s', (_, report) => {
  const { list } = report
  const search = () => list.search.parse({})
  const all = (of: Reader) =>
    rows().tenant.read(async (db) => (await readFirstRows(list, db, of, search(), 100_000)).rows)

  test('its total is the sum of all rows', async () => {
    for (const [name, of] of readers()) {
      const found = await all(of)
      const { total, totals } = await rows().tenant.read((db) => readTotals(list, db, of, search()))
      if (list.maxRows === undefined && !list.summed) {
        expect(total, name).toBe(found.length)
        for (const [key, sum] of Object.entries(totals))
          expect(sum, `${name}: ${key}`).toBe(sumOf(found, key))
      }
    }
  })

  test('sums that it works out without its rows are those of its rows', async () => {
    const asked = new URLSearchParams()
    choosePeriod(report, asked, presentOn(today))
    const chosen = list.search.parse(Object.fromEntries(asked))
    for (const [name, of] of readers()) {
      const sums = await rows().tenant.read(async (db) => report.sums?.(db, of, chosen))
      const { total, totals } = await rows().tenant.read((db) => readTotals(list, db, of, chosen))
      if (sums) expect({ ...sums, total: sums.total > 0 }, name).toEqual({ total: total > 0, totals })
    }
  })

  test('its sub-totals add up to the total, also where some are put together', async () => {
    for (const key of report.groups ?? [])
      expect(
        list.columns.map((column) => column.key),
        `${key} is a column`,
      ).toContain(key)
    for (const [name, of] of readers())
      for (const column of groupColumns(report, of))
        for (const most of [1, 200]) {
          const found = await rows().tenant.read((db) => readGrouping(report, db, of, search(), column, most))
          const parts = [...found.groups, ...(found.rest ? [found.rest] : [])]
          expect(found.groups.length, name).toBeLessThanOrEqual(most)
          expect(
            parts.reduce((sum, { total }) => sum + total, 0),
            name,
          ).toBe(found.total)
          for (const [key, sum] of Object.entries(found.totals))
            expect(
              parts.reduce((added, { totals }) => added + (totals[key] ?? 0), 0),
              `${name} by ${column.key}: ${key}`,
            ).toBe(sum)
        }
  })

  test('each figure that names its rows is what these come to, to the sen', async () => {
    let tried = 0
    for (const [name, of] of readers())
      for (const row of await all(of))
        for (const [key, sourceOf] of Object.entries(report.sources ?? {})) {
          const source = sourceOf?.(row, search())
          if (!source) continue
          tried += 1
          const from = printables[source.list]
          expect(from, `${key} comes from ${source.list}`).toBeDefined()
          const { total, totals } = await rows().tenant.read((db) =>
            readTotals(from!, db, of, from!.search.parse(source.search)),
          )
          const figure = Number((row as Record<string, unknown>)[key] ?? 0)
          expect(source.sum ? totals[source.sum] : total, `${name}: ${key} of ${JSON.stringify(row)}`).toBe(
            figure,
          )
        }
    // A source that no example row has would prove nothing.
    expect(tried > 0).toBe(Object.keys(report.sources ?? {}).length > 0)
  })

  test('each total and sub-total that names its rows is what these come to', async () => {
    const asked = new URLSearchParams()
    choosePeriod(report, asked, presentOn(today))
    const chosen = list.search.parse(Object.fromEntries(asked))
    const comesTo = (of: Reader, { list: name, search: query, sum }: Source) =>
      rows().tenant.read(async (db) => {
        const from = printables[name]!
        const { total, totals } = await readTotals(from, db, of, from.search.parse(query))
        return sum ? totals[sum] : total
      })
    let tried = 0
    for (const [name, of] of readers()) {
      const { totals } = await rows().tenant.read((db) => readTotals(list, db, of, chosen))
      for (const [key, source] of Object.entries(wholesOf(report, of, chosen))) {
        tried += 1
        expect(await comesTo(of, source), `${name}: ${key}`).toBe(totals[key])
      }
      for (const column of groupColumns(report, of)) {
        const found = await rows().tenant.read((db) => readGrouping(report, db, of, chosen, column))
        for (const { value, total, totals } of found.groups) {
          const sources = wholesOfGroup(report, of, chosen, { column: column.key, value })
          for (const [key, source] of Object.entries(sources))
            expect(await comesTo(of, source), `${name}: ${key} of ${value}`).toBe(
              key === rowsOfGroup ? total : totals[key],
            )
        }
      }
    }
    expect(tried > 0).toBe(Object.keys(report.wholes ?? {}).length > 0)
  })

  test('its periods and its drawing are of what it has', () => {
    if (report.period) expect(periodsOf(report, { today, startMonth: 1 })).not.toEqual([])
    const keys = columnsFor(list, reader({ today }), 'file').map(({ key }) => key)
    for (const key of report.chart ? [report.chart.name, ...report.chart.values] : [])
      expect(keys).toContain(key)
  })
})

test('what lies beyond the groups that are read is in the rest', async () => {
  const report = allReports.find(({ list }) => list.name === 'report/trainer/attendance')!
  const found = await rows().tenant.read((db) =>
    readGroups(report.list, db, reader({ today }), report.list.search.parse({}), {
      column: 'trainer',
      most: 1,
    }),
  )
  expect(found.groups).toHaveLength(1)
  expect(found.total).toBeGreaterThan(found.groups[0]!.total)
  expect(found.rest?.total).toBe(found.total - found.groups[0]!.total)
})
