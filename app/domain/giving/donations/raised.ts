import { sql } from 'kysely'
import type { GivingKind } from './giving.ts'

const sumOf = (kind: GivingKind, reasons?: readonly string[]) => sql<number>`(
  select coalesce(sum(delta_sen), 0)::bigint from fund_entry
  where fund_entry.${sql.ref(`${kind}_type_id`)} = ${sql.ref(`${kind}_type.id`)}
    and ${reasons ? sql`reason in (${sql.join(reasons.map((reason) => sql.lit(reason)))})` : sql`true`})`

/** What was given to a type, less what was taken back or returned, in sen. */
export const raisedOf = (kind: GivingKind) => sumOf(kind, ['gift', 'taken_back', 'returned'])

/** What is left of it. */
export const balanceOf = (kind: GivingKind) => sumOf(kind)

/** How many gifts a type had, whatever became of them. */
export const giftsOf = (kind: GivingKind) => sql<number>`(
  select count(*) from donation where donation.${sql.ref(`${kind}_type_id`)} = ${sql.ref(`${kind}_type.id`)})`
