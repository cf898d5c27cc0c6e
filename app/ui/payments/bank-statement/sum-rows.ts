import type { LineStatus } from '#app/domain/payments/bank-statements/bank-statement.ts'
import type { StateSum, StateSums } from '#app/domain/payments/bank-statements/find-statements.ts'

export interface SumRow {
  /** Key of `bank_statement`. */
  what: string
  /** The lines of the list to which it leads. */
  status: LineStatus | null
  count: number
  sen: number
}

/**
 * What of the money is recorded, waits, is no fee, and came before; together all that came in. A line that is recorded in
 * part counts where the rest of it stands, and its sen in both.
 */
export function sumRows(sums: StateSums): SumRow[] {
  const of = (...states: LineStatus[]) => {
    const some = states.flatMap((state) => sums[state] ?? [])
    const add = (key: keyof StateSum) => some.reduce((sum, one) => sum + Number(one[key]), 0)
    return { count: add('count'), sen: add('sen'), assigned: add('assigned_sen') }
  }
  const all = of('matched', 'suggested', 'unmatched', 'ignored', 'new', 'repeated', 'undone')
  const rest = (...states: LineStatus[]) => {
    const { count, sen, assigned } = of(...states)
    return { count, sen: sen - assigned }
  }
  const rows: SumRow[] = [
    { what: 'sum_posted', status: 'matched', count: of('matched').count, sen: all.assigned },
    { what: 'sum_to_decide', status: null, ...rest('suggested', 'unmatched') },
    { what: 'sum_not_fees', status: 'ignored', ...rest('ignored') },
    { what: 'sum_waiting', status: 'new', ...rest('new') },
    { what: 'sum_repeated', status: 'repeated', ...rest('repeated') },
    { what: 'sum_undone', status: 'undone', ...rest('undone') },
  ]
  return [
    ...rows.filter(
      ({ what, count, sen }) => count > 0 || sen > 0 || what === 'sum_posted' || what === 'sum_to_decide',
    ),
    { what: 'sum_credits', status: null, count: all.count, sen: all.sen },
    { what: 'sum_debits', status: 'debit', ...rest('debit') },
  ]
}
