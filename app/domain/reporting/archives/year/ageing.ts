import { type Kysely, sql } from 'kysely'
import { bucketOf, type buckets } from '#app/domain/core/invoicing/buckets.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import type { DB } from '#db/types.ts'

/** What an invoice owed at the end of a day. */
export interface AgedInvoice {
  number: string | null
  issued_on: string
  due_on: string
  family_code: string
  payer: string
  student: string
  branch: string
  balance_sen: number
  bucket: (typeof buckets)[number]
}

export const ageingColumns = columnsOf<AgedInvoice>()(
  { key: 'number', label: 'invoice.number', kind: 'number' },
  { key: 'issued_on', label: 'invoice.issued_on', kind: 'date' },
  { key: 'due_on', label: 'invoice.due_on', kind: 'date' },
  { key: 'family_code', label: 'parent.family_code', kind: 'number' },
  { key: 'payer', label: 'statement.family' },
  { key: 'student', label: 'invoice.student' },
  { key: 'branch', label: 'invoice.branch' },
  { key: 'bucket', label: 'dashboard.bucket', words: 'dashboard.buckets' },
  { key: 'balance_sen', label: 'invoice.balance_sen', kind: 'money' },
)

const dayOf = (at: string) => sql.raw(`(${at} at time zone 'Asia/Kuala_Lumpur')::date`)

/**
 * The balance of each invoice at the end of a day, in sen, from what happened until then: its lines as they were, credit notes,
 * payments and their cancellation, and credit that was used for it or returned from it.
 */
export const balancesOn = (day: string) => sql`
  select invoice.id, (
    coalesce((select (said.invoice ->> 'total_sen')::bigint from invoice_version as said
      where said.invoice_id = invoice.id and ${dayOf('said.replaced_at')} > ${day}::date order by said.version limit 1),
      invoice.total_sen)
    - coalesce((select sum(note.total_sen) from credit_note as note
      where note.invoice_id = invoice.id and note.status in ('approved', 'reversed') and note.issued_on <= ${day}::date
        and (note.status = 'approved' or ${dayOf('note.reversed_at')} > ${day}::date)), 0)
    - coalesce((select sum(part.amount_sen) from payment_allocation as part join payment on payment.id = part.payment_id
      where part.invoice_id = invoice.id and payment.paid_on <= ${day}::date
        and (part.reversed_at is null or ${dayOf('payment.cancelled_at')} > ${day}::date)), 0)
    + coalesce((select sum(entry.delta_sen) from credit_entry as entry
      where entry.invoice_id = invoice.id and entry.payment_id is null and ${dayOf('entry.created_at')} <= ${day}::date), 0)
    - case when invoice.status = 'cancelled' and ${dayOf('invoice.cancelled_at')} <= ${day}::date
      then invoice.total_sen - invoice.credited_sen else 0 end)::bigint as balance_sen
  from invoice where invoice.status <> 'draft' and invoice.issued_on <= ${day}::date`

/** Rows that are in memory at once. */
const chunk = 1_000

/** The invoices that owed something at the end of a day, by family, some at a time; removed branches and families included. */
export async function* ageingOn(db: Kysely<DB>, day: string): AsyncGenerator<AgedInvoice[]> {
  for (let after = ''; ; ) {
    const { rows } = await sql<Omit<AgedInvoice, 'bucket'> & { place: string }>`
      select invoice.number, to_char(invoice.issued_on, 'YYYY-MM-DD') as issued_on,
        to_char(invoice.due_on, 'YYYY-MM-DD') as due_on, parent.family_code, parent.name as payer, student.name as student,
        branch.name as branch, owed.balance_sen, parent.family_code || ' ' || invoice.id as place
      from (${balancesOn(day)}) as owed join invoice on invoice.id = owed.id
        join parent on parent.id = invoice.payer_parent_id join student on student.id = invoice.student_id
        join branch on branch.id = invoice.branch_id
      where owed.balance_sen <> 0 and parent.family_code || ' ' || invoice.id > ${after}
      order by place limit ${chunk}`.execute(db)
    if (rows.length > 0)
      yield rows.map(({ place: _, ...row }) => ({ ...row, bucket: bucketOf(row.due_on, day) }))
    if (rows.length < chunk) return
    after = rows.at(-1)!.place
  }
}
