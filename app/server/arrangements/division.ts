import {
  divisionForm,
  type Interval,
  intervals,
  longestArrangement,
  type Part,
  splitIntoParts,
} from '#app/domain/billing/arrangements/arrangement.ts'
import { addDays, addMonths } from '#app/domain/core/dates.ts'

interface Owed {
  id: string
  balance_sen: number
}

interface Asked {
  invoice: string[]
  count: number
  first_on: string
  interval: Interval
}

const usual = { count: 3, interval: intervals[0], daysAhead: 7 }

/**
 * What the address asks for, and its parts; none when it asks for nothing that could be, with what is usual in the place of
 * that. Invoices that are not open any more are left out.
 */
export function divisionOf(
  query: URLSearchParams,
  open: readonly Owed[],
  today: string,
): { asked: Asked; parts: Part[] } {
  const typed = {
    invoice: query.getAll('invoice').filter((id) => open.some((row) => row.id === id)),
    count: query.get('count') ?? '',
    first_on: query.get('first_on') ?? '',
    interval: query.get('interval') ?? '',
  }
  const parsed = divisionForm.safeParse(typed)
  const isReachable = (on: string) => on >= today && on <= addMonths(today, longestArrangement)
  if (!parsed.success || !isReachable(parsed.data.first_on)) {
    const field = <K extends keyof Asked>(name: K, otherwise: Asked[K]): Asked[K] => {
      const one = divisionForm.shape[name].safeParse(typed[name])
      return one.success ? (one.data as Asked[K]) : otherwise
    }
    const asked = {
      invoice: field(
        'invoice',
        open.map(({ id }) => id),
      ),
      count: field('count', usual.count),
      first_on: addDays(today, usual.daysAhead),
      interval: field('interval', usual.interval),
    }
    return { asked, parts: [] }
  }
  const asked = parsed.data
  const owed = open.filter(({ id }) => asked.invoice.includes(id))
  const total_sen = owed.reduce((sum, { balance_sen }) => sum + balance_sen, 0)
  return { asked, parts: splitIntoParts(total_sen, asked.count, asked.first_on, asked.interval) }
}
