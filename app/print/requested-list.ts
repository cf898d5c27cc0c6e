import { todayIn } from '#app/domain/core/dates.ts'
import type { ListParameters } from '#app/domain/core/documents/document.ts'
import type { Reader } from '#app/domain/core/lists/list.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { reportNamed } from '#app/domain/reporting/reports/all-reports.ts'
import { groupColumn, inOrderOf } from '#app/domain/reporting/reports/grouping.ts'
import { choosePeriod, presentOn } from '#app/domain/reporting/reports/period.ts'
import { printables } from './lists.ts'

/** The list, search, reader and grouping of a requested document; refuses (not_found.page) a list that does not exist (any more). */
export function requestedList(
  { name, query, scope, roles = [] }: ListParameters,
  asked_at: Date,
  keys?: Keys,
) {
  const list = Object.hasOwn(printables, name) ? printables[name] : undefined
  if (!list) throw new Refusal('not_found.page')
  const reader: Reader = { scope, roles, today: todayIn(asked_at), ...(keys && { keys }) }
  const given = new URLSearchParams(query)
  const report = reportNamed(name)
  if (report) choosePeriod(report, given, presentOn(reader.today))
  const column = groupColumn(report, reader, given)
  const search = inOrderOf(list.search.parse(Object.fromEntries(given)), column)
  return { list, reader, search, groups: report && column && { report, column } }
}
