import { type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import type { DB } from '#db/types.ts'
import type { ShownStatus } from './invoice-status.ts'

/** The SQL of `shownStatus`. */
export function statusOn(today: string) {
  return sql<ShownStatus>`case when invoice.status = 'unpaid' and invoice.due_on < ${today}::date
    then 'overdue' else invoice.status end`
}

/** In sen: nothing on a draft or a cancelled one. */
export const owed = sql<number>`case when invoice.status in ('unpaid', 'pending') then invoice.balance_sen else 0 end`

/** All, those of the own branches, or for a parent those they pay or that are their children's, but never a draft. */
export function invoicesIn(db: Kysely<DB>, { scope, branch_ids, parent_id }: RowScope) {
  const query = db.selectFrom('invoice')
  if (scope === 'all') return query
  if (scope === 'branch') return query.where(sql<boolean>`invoice.branch_id = any(${branch_ids}::uuid[])`)
  if (scope !== 'own' || !parent_id) return query.where(sql<boolean>`false`)
  return query
    .where('invoice.status', '<>', 'draft')
    .where((eb) =>
      eb.or([
        eb('invoice.payer_parent_id', '=', parent_id),
        eb.exists(
          eb
            .selectFrom('student_parent')
            .whereRef('student_parent.student_id', '=', 'invoice.student_id')
            .where('student_parent.parent_id', '=', parent_id)
            .select('student_parent.parent_id'),
        ),
      ]),
    )
}

/** What the family of `parent` owes on the invoices that the scope reaches, in sen. */
export const owedBy = (db: Kysely<DB>, scope: RowScope) =>
  sql<number>`(select coalesce(sum(${owed}), 0) from (${invoicesIn(db, scope).selectAll('invoice')}) as invoice
    where invoice.payer_parent_id = parent.id and invoice.status in ('unpaid', 'pending'))`
