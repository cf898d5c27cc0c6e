import { monthOf } from '#app/domain/accounting/months/month.ts'
import { addMonths, endOfMonth, startOfMonth } from '#app/domain/core/dates.ts'
import type { Event } from '../history.ts'
import type { Team } from '../staff.ts'
import { add, at, type Stage } from '../stage.ts'

/** The principal closes each month some days after it is over; only the last one still waits. Tells the audit log. */
export function addClosings(stage: Stage, { office }: Team): Event[] {
  const closer = office.find(({ role }) => role === 'admin')!
  const last = startOfMonth(addMonths(stage.today, -1))
  return [...linesByMonth(stage)]
    .filter(([month]) => month < last)
    .map(([month, lines]) => {
      const closed_at = at(stage, `${monthOf(addMonths(month, 1))}-05`, 10.25)
      const id = stage.random.id(closed_at)
      const sums = {
        received_sen: sum(lines, ({ gross_sen }) => Math.max(0, Number(gross_sen))),
        reversed_sen: sum(lines, ({ gross_sen }) => Math.min(0, Number(gross_sen))),
        fees_sen: sum(
          lines,
          ({ payer_fee_sen, tenant_fee_sen }) => Number(payer_fee_sen) + Number(tenant_fee_sen),
        ),
        net_sen: sum(lines, ({ net_sen }) => Number(net_sen)),
      }
      add(stage, 'month_closing', { id, month, ...sums, closed_at, closed_by: closer.user_id })
      return {
        at: closed_at,
        by: { id: closer.user_id, name: closer.name },
        action: 'month.closed',
        object: { type: 'month_closing', id },
        after: { month: monthOf(month), ...sums },
      }
    })
}

type Line = NonNullable<Stage['rows']['collection']>[number]

/** Of the money-in book, by first days, the first month first; months without a line are in it, too. */
function linesByMonth({ rows, today }: Stage): Map<string, Line[]> {
  const lines = rows.collection ?? []
  const first = lines.map(({ collected_on }) => collected_on as string).sort()[0] ?? today
  const months = new Map<string, Line[]>()
  for (let month = startOfMonth(first); month <= endOfMonth(today); month = addMonths(month, 1))
    months.set(month, [])
  for (const line of lines) months.get(startOfMonth(line.collected_on as string))!.push(line)
  return months
}

const sum = (lines: readonly Line[], of: (line: Line) => number) =>
  lines.reduce((total, line) => total + of(line), 0)
