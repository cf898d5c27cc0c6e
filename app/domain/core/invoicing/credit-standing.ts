import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '#db/types.ts'

/** What of a family's credit waits to be paid back to it, in sen. */
export const reservedOf = (parent: RawBuilder<unknown>) => sql<number>`reserved_credit(${parent})`

/** What a family has, and what of it is reserved for refunds, both in sen. */
export async function creditStanding(
  db: Kysely<DB>,
  parent_id: string | null,
): Promise<{ credit_sen: number; reserved_sen: number }> {
  return db
    .selectFrom('credit_entry')
    .select(sql<number>`coalesce(sum(delta_sen), 0)`.as('credit_sen'))
    .select(reservedOf(sql`${parent_id}::uuid`).as('reserved_sen'))
    .where('parent_id', '=', parent_id)
    .executeTakeFirstOrThrow()
}
