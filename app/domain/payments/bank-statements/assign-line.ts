import { sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { touched } from '#app/domain/core/changed.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { backdateDays } from '#app/domain/payments/payments/payment.ts'
import { type RecordRules, takeFamilyTransfer } from '#app/domain/payments/payments/record-payment.ts'
import type { DB } from '#db/types.ts'

/** A line locked by this transaction. */
interface LockedLine {
  id: string
  booked_on: string
  amount_sen: number
  assigned_sen: number
  payer_name: string | null
  reference: string | null
  description: string
}

export interface Assignment {
  parent_id: string
  amount_sen: number
  /** Allocation over invoices; by default `first`, then the oldest. */
  shares?: { invoice_id: string; amount_sen: number }[] | undefined
  first?: readonly string[]
  /** Only invoices issued by the line's date. */
  issued?: 'by_then'
  /** The payment's date, if not the line's. */
  paid_on?: string | undefined
  /** The reason for a date before the invoice's, in the product's words. */
  early_reason?: string
  despite_attempt?: 'on' | undefined
}

/**
 * Records all or a part of a line as one transfer of a family (takeFamilyTransfer). Refuses more than is left of the line
 * (bank_line.too_much), and as takeFamilyTransfer does. Returns the payment's number.
 */
export async function assignLine(
  trx: Transaction<DB>,
  actor: Actor,
  line: LockedLine,
  assignment: Assignment,
  { scope, today }: Omit<RecordRules, 'backdate_days'>,
): Promise<string> {
  const { parent_id, amount_sen } = assignment
  if (amount_sen > line.amount_sen - line.assigned_sen) throw new Refusal('bank_line.too_much', 'amount')
  const rules = { scope, today, backdate_days: backdateDays.wide }
  const posted = await takeFamilyTransfer(
    trx,
    actor,
    parent_id,
    {
      amount: amount_sen,
      paid_on: assignment.paid_on ?? line.booked_on,
      reference_no: (line.reference || line.description || '–').slice(0, 50),
      payer_name: line.payer_name?.slice(0, 100),
      early_reason: assignment.early_reason,
      despite_attempt: assignment.despite_attempt,
    },
    {
      ...{ shares: assignment.shares, first: assignment.first },
      issued_by: assignment.issued === 'by_then' ? line.booked_on : undefined,
    },
    rules,
  )
  await trx
    .insertInto('bank_line_payment')
    .values({ payment_id: posted.payment_id, line_id: line.id, amount_sen })
    .execute()
  const { assigned_sen } = await trx
    .updateTable('bank_line')
    .set({
      assigned_sen: sql`assigned_sen + ${amount_sen}::bigint`,
      status: sql`case when assigned_sen + ${amount_sen}::bigint = amount_sen then 'matched' else status end`,
      parent_id,
      by_itself: actor.id === null,
      decided_by: actor.id,
      decided_at: sql<Date>`now()`,
      ...touched,
    })
    .where('id', '=', line.id)
    .where('status', 'in', ['new', 'suggested', 'unmatched'])
    .returning('assigned_sen')
    .executeTakeFirstOrThrow()
  line.assigned_sen = Number(assigned_sen)
  return posted.number
}
