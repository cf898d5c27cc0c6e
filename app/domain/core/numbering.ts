import { sql, type Transaction } from 'kysely'
import { fixedQuery } from '#db/fixed-query.ts'
import type { DB } from '#db/types.ts'

type Series = 'invoice' | 'payment' | 'application' | 'credit_note' | 'credit_refund' | 'infaq' | 'zakat'

/**
 * Such as `INV-26-000123`. Counts from 1 each year without gaps: the counter's row is locked until the transaction that
 * uses the number ends, and rolls back with it.
 */
export async function nextNumber(
  trx: Transaction<DB>,
  kind: Series,
  prefix: string,
  on: string,
): Promise<string> {
  return documentNumber(prefix, on.slice(0, 4), await nextNo(trx, kind, on))
}

/** What is counted alone, for who learns the prefix in the same flight. */
export async function nextNo(trx: Transaction<DB>, kind: Series, on: string): Promise<number> {
  const [counted] = await counting(trx, kind, on.slice(0, 4))
  return counted!.last_no
}

const counting = fixedQuery((db, kind: Series, period: string) =>
  db
    .insertInto('number_series')
    .values({ kind, period, last_no: 1 })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'period']).doUpdateSet({ last_no: sql`number_series.last_no + 1` }),
    )
    .returning('last_no'),
)

export function documentNumber(prefix: string, year: string, no: number): string {
  return `${prefix}-${year.slice(2)}-${String(no).padStart(6, '0')}`
}
