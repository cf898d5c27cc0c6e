import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'

/** What can happen to an issued invoice. */
export const invoiceEvents = [
  ...(['issued', 'mailed', 'mail_failed', 'no_address', 'sent_again', 'changed', 'reminded'] as const),
  ...(['not_paid', 'paid', 'payment_cancelled', 'early_discount', 'credited', 'written_off'] as const),
  ...(['credit_used', 'credit_removed', 'cancelled'] as const),
] as const

export interface InvoiceEvent {
  what: (typeof invoiceEvents)[number]
  /** Null where only the day is known. */
  at: Date | null
  /** `YYYY-MM-DD` */
  day: string
  /** Who did it; null for a family, a bank and Lunas. */
  by: string | null
  sen: number | null
  /** An address or the number of a document. */
  about: string | null
  /** A reason that somebody wrote. */
  note: string | null
  /** A code: why a mail failed, how a reminder went, a method of payment, what became of an attempt. */
  code: string | null
}

/** The history of an invoice for the office, from its issue on. What the product does not record is not in it. */
export async function invoiceHistory(db: Kysely<DB>, id: string): Promise<InvoiceEvent[]> {
  const { rows } = await sql<InvoiceEvent>`
    with log as (
      select action, at, case when actor_type in ('user', 'operator') then actor_name end as by, after from audit_log
      where object_type = 'invoice' and object_id = ${id}
        and action in ('invoice.issued', 'invoice.sent_again', 'invoice.not_sent')
    ), happened (what, at, day, by, sen, about, note, code) as (
      select 'issued', log.at, invoice.issued_on, log.by, invoice.total_sen, null, null, null
      from invoice left join log on log.action = 'invoice.issued'
      where invoice.id = ${id} and invoice.issued_on is not null
      union all
      select case action when 'invoice.sent_again' then 'sent_again' else 'no_address' end, at, null::date, by, null,
        after ->> 'mailed_to', null, null
      from log where action <> 'invoice.issued'
      union all
      select case state when 'sent' then 'mailed' else 'mail_failed' end, at, null, null, null, recipient, null, reason
      from invoice_mail where invoice_id = ${id}
      union all
      select 'changed', version.replaced_at, null, account.name, null, null, version.reason, null
      from invoice_version as version left join user_account as account on account.id = version.replaced_by
      where version.invoice_id = ${id}
      union all
      select 'reminded', reminder.sent_at, null, null, null, null, null, reminder.channel
      from reminder_invoice join reminder on reminder.id = reminder_invoice.reminder_id
      where reminder_invoice.invoice_id = ${id} and reminder.state = 'sent'
      union all
      select 'not_paid', attempt.requested_at, null, null, tried.amount_sen, attempt.order_no, attempt.bank_name,
        attempt.state
      from payment_attempt_invoice as tried join payment_attempt as attempt on attempt.id = tried.attempt_id
      where tried.invoice_id = ${id} and attempt.state <> 'paid'
      union all
      select 'paid', payment.created_at, payment.paid_on, receiver.name, allocation.amount_sen, payment.number, null,
        payment.method
      from payment_allocation as allocation join payment on payment.id = allocation.payment_id
        left join user_account as receiver on receiver.id = payment.received_by
      where allocation.invoice_id = ${id}
      union all
      select 'payment_cancelled', payment.cancelled_at, null, account.name, allocation.amount_sen, payment.number,
        payment.cancel_reason, null
      from payment_allocation as allocation join payment on payment.id = allocation.payment_id
        left join user_account as account on account.id = payment.cancelled_by
      where allocation.invoice_id = ${id} and payment.cancelled_at is not null
      union all
      select case when note.discount_id is not null then 'early_discount' when note.kind = 'write_off' then 'written_off'
          else 'credited' end,
        note.decided_at, null, account.name, note.total_sen, note.number, note.reason, null
      from credit_note as note left join user_account as account on account.id = note.decided_by
      where note.invoice_id = ${id} and note.status = 'approved'
      union all
      select case when delta_sen < 0 then 'credit_used' else 'credit_removed' end, created_at, null, null, abs(delta_sen),
        null, null, null
      from credit_entry where invoice_id = ${id} and reason in ('applied', 'returned')
      union all
      select 'cancelled', invoice.cancelled_at, null, account.name, null, null, invoice.cancel_reason, null
      from invoice left join user_account as account on account.id = invoice.cancelled_by
      where invoice.id = ${id} and invoice.cancelled_at is not null
    )
    select what, at, coalesce(day, (at at time zone 'Asia/Kuala_Lumpur')::date) as day, by, sen, about, note, code
    from happened
    order by coalesce(at, day::timestamp at time zone 'Asia/Kuala_Lumpur'), what <> 'issued', what`.execute(
    db,
  )
  return rows
}
