import type { TFunction } from 'i18next'
import { type Kysely, sql } from 'kysely'
import { formatDate } from '#app/domain/core/dates.ts'
import type { Locale } from '#app/i18n/locales.ts'
import type { DB } from '#db/types.ts'

/** A payment as far as it went to one invoice. */
export interface PaidOnInvoice {
  number: string
  /** `YYYY-MM-DD` */
  paid_on: string
  method: string
  amount_sen: number
}

/**
 * How an issued invoice gets from its total to its balance, in sen, none below zero:
 * total − early − credited − payments − credit used + credit kept = balance.
 */
export interface InvoiceSums {
  total_sen: number
  /** The discount for paying early. */
  early_sen: number
  /** All other credit notes, and what was written off. */
  credited_sen: number
  /** Valid payments, the oldest first. */
  payments: PaidOnInvoice[]
  /** Family credit that pays it. */
  credit_used_sen: number
  /** What was paid above what is left to pay after a credit note; it became the family's credit. */
  credit_kept_sen: number
  balance_sen: number
}

/** The sums of invoices by their ids. A draft and a cancelled one have their total and nothing else. */
export async function sumsOfInvoices(
  db: Kysely<DB>,
  ids: readonly string[],
): Promise<Map<string, InvoiceSums>> {
  const { rows } = await sql<
    Omit<InvoiceSums, 'credit_used_sen'> & { id: string; issued: boolean; paid_sen: number }
  >`
    select invoice.id, invoice.status in ('unpaid', 'pending', 'paid') as issued, invoice.total_sen, invoice.paid_sen,
      invoice.balance_sen, invoice.credited_sen - early.sen as credited_sen, early.sen as early_sen,
      kept.sen as credit_kept_sen, coalesce(received.payments, '[]') as payments
    from invoice
      cross join lateral (
        select coalesce(sum(note.total_sen), 0)::bigint as sen from credit_note as note
        where note.invoice_id = invoice.id and note.status = 'approved' and note.discount_id is not null
      ) as early
      cross join lateral (
        select coalesce(sum(entry.delta_sen), 0)::bigint as sen from credit_entry as entry
        where entry.invoice_id = invoice.id and entry.reason = 'credit_note'
      ) as kept
      cross join lateral (
        select json_agg(json_build_object('number', payment.number, 'paid_on', payment.paid_on, 'method', payment.method,
          'amount_sen', allocation.amount_sen) order by payment.id) as payments
        from payment_allocation as allocation join payment on payment.id = allocation.payment_id
        where allocation.invoice_id = invoice.id and allocation.reversed_at is null and payment.status = 'paid'
      ) as received
    where invoice.id = any(${ids}::uuid[])`.execute(db)
  return new Map(
    rows.map(({ id, issued, paid_sen, ...sums }) => {
      if (!issued) return [id, onlyTotal(sums.total_sen)]
      const received_sen = sums.payments.reduce((sum, { amount_sen }) => sum + amount_sen, 0)
      return [id, { ...sums, credit_used_sen: paid_sen - received_sen + sums.credit_kept_sen }]
    }),
  )
}

/**
 * What is between the total and the balance of an invoice, in sen, below zero where it is taken off; rows that are zero are
 * left out. `note`: the receipt.
 */
export const betweenTotalAndBalance = (
  sums: InvoiceSums,
  { t, locale }: { t: TFunction; locale: Locale },
): { label: string; note?: string; sen: number }[] =>
  [
    { label: t('invoice.sums.early'), sen: -sums.early_sen },
    { label: t('invoice.credited_sen'), sen: -sums.credited_sen },
    ...sums.payments.map(({ number, paid_on, method, amount_sen }) => ({
      label: t('invoice.sums.paid', {
        ...{ date: formatDate(paid_on, locale), method: t(`payment.methods.${method}`) },
      }),
      note: number,
      sen: -amount_sen,
    })),
    { label: t('invoice.sums.credit_used'), sen: -sums.credit_used_sen },
    { label: t('invoice.sums.credit_kept'), sen: sums.credit_kept_sen },
  ].filter(({ sen }) => sen !== 0)

const onlyTotal = (total_sen: number): InvoiceSums => ({
  ...{ total_sen, early_sen: 0, credited_sen: 0, payments: [] },
  ...{ credit_used_sen: 0, credit_kept_sen: 0, balance_sen: total_sen },
})
