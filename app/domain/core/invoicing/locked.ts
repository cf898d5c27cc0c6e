import { sql, type Transaction } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import type { InvoiceStatus } from './invoice-status.ts'
import { invoicesIn } from './status.ts'

/** Locked until the change is done. Refuses one that the scope does not reach. */
export async function lockedInvoice(trx: Transaction<DB>, scope: RowScope, id: string) {
  const row = await invoicesIn(trx, scope)
    .innerJoin('student', 'student.id', 'invoice.student_id')
    .innerJoin('parent', 'parent.id', 'invoice.payer_parent_id')
    .select([
      'invoice.id',
      'invoice.number',
      'invoice.student_id',
      'student.name as student',
      'invoice.payer_parent_id',
      'invoice.branch_id',
      'parent.email as payer_email',
      'invoice.issued_on',
      'invoice.due_on',
      'invoice.is_carried_over',
      'invoice.total_sen',
      'invoice.paid_sen',
      'invoice.credited_sen',
      'invoice.remark',
      'invoice.internal_note',
      'invoice.version',
    ])
    .select(sql<InvoiceStatus>`invoice.status`.as('status'))
    .select(sql<number>`invoice.balance_sen`.as('balance_sen'))
    .where('invoice.id', '=', id)
    .forUpdate('invoice')
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.invoice')
  return row
}

export function refuseIssued({ status, number }: { status: InvoiceStatus; number: string | null }): void {
  if (status !== 'draft') throw new Refusal('invoice.already_issued', undefined, { number: number ?? '' })
}

interface Standing {
  status: InvoiceStatus
  paid_sen: number
}

/** Lets only an issued invoice through that is owed and on which no payment is on its way; a part of it may be paid. */
export function refuseUncancellable(invoice: Standing): void {
  const { status } = invoice
  if (status === 'pending') throw new Refusal('invoice.in_payment')
  if (status === 'cancelled') throw new Refusal('invoice.already_cancelled')
  if (status === 'paid') refusePaid(invoice)
  if (status !== 'unpaid') throw new Refusal('action_not_allowed')
}

function refusePaid({ paid_sen }: Standing): never {
  throw new Refusal('invoice.has_payment', undefined, { amount: formatRinggit(paid_sen) })
}
