import { type Kysely, sql, type Transaction } from 'kysely'
import type { KeptNoun } from '#app/domain/nouns.ts'
import { Refusal } from '#app/domain/refusal.ts'
import type { DB } from '#db/types.ts'

type Offered = KeptNoun | 'staff'

/** What a form offers of a table: what is active, and what the row that is edited has already. */
export function offered(db: Kysely<DB>, table: Offered, kept: readonly string[] = []) {
  // All of them have these columns; one name stands for them.
  return db
    .selectFrom(table as 'branch')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`(status = 'active' or id = any(${kept}::uuid[]))`)
}

/** Refuses (not_found.branch and so on, at the field) when one of the chosen is not offered. */
export async function refuseUnoffered(
  trx: Transaction<DB>,
  table: Offered,
  chosen: readonly string[],
  { field, kept }: { field: string; kept?: readonly string[] },
): Promise<void> {
  if (chosen.length === 0) return
  const found = await offered(trx, table, kept).where('id', 'in', chosen).select('id').execute()
  if (found.length < new Set(chosen).size) throw new Refusal(`not_found.${table}`, field)
}
