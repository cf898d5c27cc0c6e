import { shown } from '#app/domain/core/spreadsheets/cells.ts'
import { type ImportRecord, mayRead, rowCounts, rowsOf } from '#app/domain/enrolment/imports/find-imports.ts'
import { busyStatuses, mappable, type RowStatus, rowStatuses } from '#app/domain/enrolment/imports/import.ts'
import { kindOf } from '#app/domain/enrolment/imports/kinds.ts'
import { openCells } from '#app/domain/enrolment/imports/stage.ts'
import { pageWithin } from '#app/server/lists/page-within.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { wordOf } from './field-words.ts'

const limit = 25

/** Statuses of rows whose problems are shown: why they must be corrected, or were skipped or refused. */
const withReasons: readonly RowStatus[] = ['wrong', 'failed', 'left_out']

/** What the page of an import shows: how far it is, and some of its rows, each problem of theirs a line. */
export async function importPage(context: RequestContext, record: ImportRecord, search: URLSearchParams) {
  const db = await context.read()
  const counts = await rowCounts(db, record.id)
  const states = rowStatuses.filter((status) => counts[status] > 0)
  const wanted = states.find((status) => status === search.get('show'))
  const show =
    wanted ?? states.find((status) => status === 'wrong' || status === 'failed') ?? states[0] ?? 'pending'
  const pages = Math.max(1, Math.ceil(counts[show] / limit))
  const page = pageWithin(search, pages)
  const busy = busyStatuses.includes(record.status)
  const rows = busy ? [] : await rowsOf(db, record.id, [show], { page, limit })
  const { status, undoable } = record
  const reads = mayRead(record, context.actor)
  const nothing = counts.written === 0
  return {
    record: told(record),
    counts,
    states: states.map((state) => ({ state, count: counts[state] })),
    show,
    about: kindOf(record.kind).fields[0]!.label,
    rows: linesOf(context, record, rows),
    page: { page, pages, total: counts[show], limit, search: { show, page } },
    may: {
      map: mappable.includes(status) && nothing && reads,
      mend: status === 'checked' && reads,
      run: (status === 'checked' || (status === 'failed' && counts.ready > 0)) && context.can('import.run'),
      undo: undoable && context.can('import.run'),
      remove: mappable.includes(status) && nothing,
      report: reads && ['checked', 'done', 'done_with_errors', 'failed', 'undone'].includes(status),
    },
    busy,
  }
}

/** Without what is sealed, and what only the product itself looks at. */
function told(record: ImportRecord) {
  const { id, kind, file_name, date_order, status, row_count, version, error_code, blocked, notes } = record
  const { by, created_at, run_by_name, run_at, finished_at, undone_at } = record
  return {
    ...{ id, kind, file_name, date_order, status, row_count, version, error_code, blocked, notes },
    ...{ by, created_at, run_by_name, run_at, finished_at, undone_at },
  }
}

/** A line for each problem of a row, with whom the row is about, its first field; of a row without any, what its first cells say. */
function linesOf(context: RequestContext, record: ImportRecord, rows: Awaited<ReturnType<typeof rowsOf>>) {
  const keys = keysOf(context)
  const { fields } = kindOf(record.kind)
  const reads = mayRead(record, context.actor)
  return rows.flatMap(({ id, number, status, cells_sealed, problems }) => {
    const cells = reads ? openCells(keys, id, cells_sealed) : []
    const about = fields[0] && record.columns[fields[0].key]
    const line = {
      ...{ id, number: number as number | null, status: status as RowStatus, first: true },
      about: about === undefined ? '' : shown(cells[about]),
    }
    if (problems.length === 0 || !withReasons.includes(status))
      return [
        { ...line, what: '', value: cells.map(shown).filter(Boolean).slice(0, 4).join(' · '), code: '' },
      ]
    return problems.map(({ field, code }, index) => {
      const known = fields.find(({ key }) => key === field)
      const column = known && record.columns[known.key]
      return {
        ...line,
        first: index === 0,
        what: known ? wordOf(known, context.t) : '',
        value: column === undefined ? '' : shown(cells[column]),
        code,
      }
    })
  })
}
