import { type Kysely, sql } from 'kysely'
import { isArranged } from '#app/domain/billing/arrangements/find-arrangements.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { invoicesIn } from '#app/domain/core/invoicing/status.ts'
import { isHeld } from '#app/domain/payments/reminders/steps.ts'
import { slipWaits } from '#app/domain/payments/transfer-slips/scope.ts'
import type { DB } from '#db/types.ts'

/**
 * The invoices with which these families are late and of which they may be reminded, of those that the scope reaches; what
 * was due first before the rest. What is held back, paid by a plan that is kept, or by a transfer that was shown and waits
 * for the office, is not among them.
 */
export function lateInvoicesOf(
  db: Kysely<DB>,
  scope: RowScope,
  parent_ids: readonly string[],
  today: string,
) {
  return invoicesIn(db, scope)
    .innerJoin('student', 'student.id', 'invoice.student_id')
    .select(['invoice.payer_parent_id', 'invoice.number', 'invoice.due_on', 'invoice.public_code'])
    .select(['student.name as student', sql<number>`invoice.balance_sen`.as('left_sen')])
    .where(sql<boolean>`invoice.payer_parent_id = any(${parent_ids}::uuid[])`)
    .where('invoice.status', '=', 'unpaid')
    .where('invoice.due_on', '<', today)
    .where(isHeld(today), '=', false)
    .where(isArranged(today), '=', false)
    .where(slipWaits, '=', false)
    .orderBy('invoice.due_on')
    .orderBy('invoice.number')
    .execute()
}
