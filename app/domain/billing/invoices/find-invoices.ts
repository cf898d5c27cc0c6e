import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { branchChoices } from '#app/domain/catalogue/branches/branches.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { openStates } from '#app/domain/core/invoicing/attempt-states.ts'
import { arrearsBuckets, bucketOn } from '#app/domain/core/invoicing/buckets.ts'
import {
  einvoiceOfInvoice,
  shownDocumentStatuses,
  usesEInvoices,
} from '#app/domain/core/invoicing/einvoice-state.ts'
import {
  type InvoiceStatus,
  invoicesIn,
  owed,
  shownStatuses,
  statusOn,
} from '#app/domain/core/invoicing/invoice.ts'
import type { LineShare } from '#app/domain/core/invoicing/line-text.ts'
import { titleFacts } from '#app/domain/core/invoicing/title.ts'
import { linkOnly, onDay, oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import { type Reader, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'

const isFamily = ({ scope }: Reader) => scope.scope === 'own'
const isOffice = (reader: Reader) => !isFamily(reader)

/** Those of an invoice whose e-invoice was cancelled are those of one without. */
const einvoiceStatuses = shownDocumentStatuses.filter((status) => status !== 'cancelled')

const wordOfEInvoice = (status: string): string =>
  status === 'none' ? 'einvoice.none' : `einvoice.statuses.${status}`

const totalColumn = {
  key: 'total_sen',
  label: 'invoice.total_sen',
  kind: 'money',
  total: true,
  sort: true,
} as const

/** Invoices in scope, the newest first; which are overdue depends on the day. */
export const invoiceList = tenantList<Selected<typeof listed>>()({
  name: 'invoice',
  title: 'invoice.plural',
  access: { view: 'invoice.view', create: 'invoice.create', print: 'invoice.print' },
  papers: 'invoice.print_all',
  columns: [
    { key: 'title', label: 'invoice.what_for', kind: 'title', room: 'who', when: isFamily },
    { key: 'number', label: 'invoice.number', kind: 'number', sort: true, when: isFamily },
    // on the page it is beside what the invoice is for: a column would squeeze names beside four sums
    { key: 'number', label: 'invoice.number', kind: 'number', sort: true, only: 'file', when: isOffice },
    { key: 'student', label: 'invoice.student', room: 'who', sort: true, when: isOffice },
    { key: 'title', label: 'invoice.what_for', kind: 'title', only: 'file', when: isOffice },
    { key: 'student_no', label: 'invoice.student_no', only: 'file' },
    { key: 'payer', label: 'invoice.payer', only: 'file' },
    { key: 'issued_on', label: 'invoice.issued_on', kind: 'date', room: 'widest', sort: true },
    { key: 'due_on', label: 'invoice.due_on', kind: 'date', sort: true },
    { ...totalColumn, room: 'card', when: isFamily },
    { ...totalColumn, room: 'wide', when: isOffice },
    { key: 'credited_sen', label: 'invoice.credited_sen', kind: 'money', room: 'wide', total: true },
    { key: 'paid_sen', label: 'invoice.paid_sen', kind: 'money', room: 'wide', total: true },
    {
      key: 'balance_sen',
      label: 'invoice.balance_sen',
      kind: 'money',
      room: 'much',
      total: true,
      sort: true,
    },
    { key: 'status', label: 'invoice.status', kind: 'status' },
    // on the page it is beside what the invoice is for, where there is one
    {
      ...{ key: 'einvoice', label: 'einvoice.one', kind: 'status', words: 'einvoice.statuses' },
      ...{ only: 'file', when: isOffice },
    },
  ],
  filters: {
    status: oneOf('invoice.status', ['outstanding', 'old_draft', ...shownStatuses], wordOfStatus, {
      // A family never sees drafts.
      offers: (status, { scope }: Reader) => !status.endsWith('draft') || scope.scope !== 'own',
    }),
    age: oneOf('dashboard.bucket', arrearsBuckets, 'dashboard.buckets'),
    issued_from: onDay('invoice.issued_from', { until: 'issued_to' }),
    issued_to: onDay('invoice.issued_to'),
    branch_id: oneEntry('invoice.branch', (db, { scope }: Reader) => branchChoices(db, scope)),
    einvoice: oneOf('einvoice.one', ['none', ...einvoiceStatuses], wordOfEInvoice, {
      when: isOffice,
      applies: usesEInvoices,
    }),
    // linked from the page of a billing run
    generation_id: linkOnly(z.uuid()),
  },
  tabs: { filter: 'status', column: 'tabs' },
  // Drafts are not owed yet and cancelled invoices never will be.
  summed: {
    column: 'status',
    values: ['unpaid', 'part_paid', 'overdue', 'pending', 'paid'],
    word: 'invoice.total_issued',
  },
  defaultSort: '-id',
  sortFor: (reader) => (isFamily(reader) ? 'pay_order' : undefined),
  query(
    db,
    { scope, today },
    { q, status, age, issued_from, issued_to, branch_id, einvoice, generation_id },
  ) {
    let query = listed(db, scope, today)
    if (status === 'outstanding') query = query.where('invoice.status', 'in', ['unpaid', 'pending'])
    else if (status === 'old_draft') query = query.where('invoice.status', '=', 'draft').where(begunBefore(1))
    else if (status === 'unpaid') query = query.where(statusOn(today), 'in', ['unpaid', 'part_paid'])
    else if (status) query = query.where(statusOn(today), '=', status)
    if (age)
      query = query.where('invoice.status', 'in', ['unpaid', 'pending']).where(bucketOn(today), '=', age)
    if (issued_from) query = query.where('invoice.issued_on', '>=', issued_from)
    if (issued_to) query = query.where('invoice.issued_on', '<=', issued_to)
    if (branch_id) query = query.where('invoice.branch_id', '=', branch_id)
    if (einvoice === 'none')
      query = query.where('invoice.status', '<>', 'draft').where(einvoiceOfInvoice, 'is', null)
    else if (einvoice) query = query.where(einvoiceOfInvoice, '=', einvoice)
    if (generation_id) query = query.where('invoice.generation_id', '=', generation_id)
    return q ? query.where('invoice.id', 'in', invoicesMentioning(db, q)) : query
  },
})

function wordOfStatus(status: string): string {
  return status === 'outstanding' || status === 'old_draft' ? `invoice.${status}` : `common.status.${status}`
}

/** Drafts created more than `days` ago. */
const begunBefore = (days: number) =>
  sql<boolean>`invoice.created_at < now() - make_interval(days => ${days})`

function listed(db: Kysely<DB>, scope: RowScope, today: string) {
  // Every invoice has all three, but as left joins Postgres can drop them when only the sums are selected.
  return (
    invoicesIn(db, scope)
      .leftJoin('student', 'student.id', 'invoice.student_id')
      .leftJoin('parent', 'parent.id', 'invoice.payer_parent_id')
      .leftJoin('branch', 'branch.id', 'invoice.branch_id')
      .select(['invoice.id', 'invoice.number', 'student.name as student', 'student.student_no'])
      .select(['parent.name as payer', 'branch.name as branch', 'invoice.issued_on', 'invoice.due_on'])
      .select([
        'invoice.total_sen',
        'invoice.paid_sen',
        'invoice.credited_sen',
        owed.as('balance_sen'),
        statusOn(today).as('status'),
        titleFacts.as('title'),
        einvoiceOfInvoice.as('einvoice'),
      ])
      .select(
        // Array constants, because this is evaluated for every invoice.
        sql<
          string[]
        >`case invoice.status when 'paid' then '{paid}'::text[] when 'cancelled' then '{cancelled}'
        when 'pending' then '{pending,outstanding}'
        when 'draft' then case when ${begunBefore(1)} then '{draft,old_draft}'::text[] else '{draft}' end
        else case when invoice.due_on < ${today}::date then '{overdue,outstanding}'::text[]
          when invoice.paid_sen > 0 then '{unpaid,part_paid,outstanding}' else '{unpaid,outstanding}' end end`.as(
          'tabs',
        ),
      )
      // What is open, by the day it is due, then the others, the latest first: in days from a day before all of them.
      .select(
        sql<number>`case when invoice.status in ('unpaid', 'pending') then invoice.due_on - date '2000-01-01'
        else 1000000 - (coalesce(invoice.issued_on, invoice.due_on) - date '2000-01-01') end`.as('pay_order'),
      )
  )
}

/** Ids of invoices found by number, student or payer; a union, so that each part uses its own index. */
export function invoicesMentioning(db: Kysely<DB>, typed: string) {
  const about = db.selectFrom('invoice as about').select('about.id')
  return about
    .where((eb) => contains(eb, typed, ['about.number']))
    .union(
      about.where('about.student_id', 'in', (eb) =>
        eb
          .selectFrom('student')
          .where((inner) => contains(inner, typed, ['student.name', 'student.student_no']))
          .select('student.id'),
      ),
    )
    .union(
      about.where('about.payer_parent_id', 'in', (eb) =>
        eb
          .selectFrom('parent')
          .where((inner) => contains(inner, typed, ['parent.name']))
          .select('parent.id'),
      ),
    )
}

/** One invoice with its student, its payer and its lines; refuses with not_found.invoice. */
export async function invoice(db: Kysely<DB>, scope: RowScope, id: string) {
  const [row, items] = await Promise.all([invoiceHead(db, scope, id), itemsOfInvoices(db, [id])])
  return { ...row, items }
}

/** What a link to an invoice needs; undefined when it is out of scope. */
export function invoiceLink(db: Kysely<DB>, scope: RowScope, id: string) {
  return invoicesIn(db, scope)
    .select(['invoice.id', 'invoice.number'])
    .where('invoice.id', '=', id)
    .executeTakeFirst()
}

/** An issued invoice by its public code; undefined for an unknown code and for a draft. */
export function invoiceByPublicCode(db: Kysely<DB>, code: string) {
  return db
    .selectFrom('invoice')
    .select((eb) => ['id', 'version', eb.ref('number').$notNull().as('number')])
    .where('public_code', '=', code)
    .where('status', '<>', 'draft')
    .executeTakeFirst()
}

/** The invoice without its lines. A parent gets neither the internal note nor the contact of another parent. */
export async function invoiceHead(db: Kysely<DB>, scope: RowScope, id: string) {
  const row = await invoicesIn(db, scope)
    .innerJoin('student', 'student.id', 'invoice.student_id')
    .innerJoin('parent', 'parent.id', 'invoice.payer_parent_id')
    .innerJoin('branch', 'branch.id', 'invoice.branch_id')
    .select([
      'invoice.id',
      'invoice.number',
      'invoice.public_code',
      'invoice.student_id',
      'student.name as student',
      'student.student_no',
      'invoice.payer_parent_id',
      'parent.name as payer',
      'parent.phone as payer_phone',
      'parent.email as payer_email',
      'parent.preferred_locale as payer_locale',
      'parent.family_code',
      'branch.name as branch',
      'invoice.issued_on',
      'invoice.due_on',
      'invoice.sub_total_sen',
      'invoice.discount_total_sen',
      'invoice.tax_rate_bp',
      'invoice.tax_total_sen',
      'invoice.total_sen',
      'invoice.paid_sen',
      'invoice.credited_sen',
      owed.as('balance_sen'),
      'invoice.paid_on',
      'invoice.remark',
      'invoice.internal_note',
      'invoice.cancel_reason',
      'invoice.cancelled_at',
      'invoice.version',
    ])
    .select(titleFacts.as('title'))
    .select(sql<InvoiceStatus>`invoice.status`.as('status'))
    .where('invoice.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.invoice')
  return scope.scope === 'own' ? { ...row, internal_note: null, payer_phone: '', payer_email: null } : row
}

/** The lines of invoices in their order. */
export async function itemsOfInvoices(db: Kysely<DB>, invoice_ids: readonly string[]) {
  return db
    .selectFrom('invoice_item')
    .select([
      'invoice_id',
      'position',
      'description',
      'description_en',
      'description_my',
      'fee_type_id',
      'subject_fee_id',
      'period_starts_on',
      'period_ends_on',
      'quantity_hundredths',
      'price_sen',
      'discount_sen',
      'discount_reason',
      'taxable',
      'tax_sen',
      'amount_sen',
    ])
    .select(sql<LineShare>`facts -> 'share'`.as('share'))
    .where(sql<boolean>`invoice_id = any(${invoice_ids}::uuid[])`)
    .orderBy('position')
    .execute()
}

/** What was paid on an invoice, cancelled payments too, the first one first. */
export async function invoicePayments(db: Kysely<DB>, invoice_id: string) {
  return db
    .selectFrom('payment_allocation')
    .innerJoin('payment', 'payment.id', 'payment_allocation.payment_id')
    .select([
      'payment.id',
      'payment.number',
      'payment.paid_on',
      'payment.method',
      'payment.reference_no',
      'payment.status',
      'payment_allocation.amount_sen',
    ])
    .where('payment_allocation.invoice_id', '=', invoice_id)
    .orderBy('payment.id')
    .execute()
}

/** The last attempts to pay an invoice online, the latest first. */
export async function invoiceAttempts(db: Kysely<DB>, invoice_id: string) {
  return db
    .selectFrom('payment_attempt_invoice')
    .innerJoin('payment_attempt', 'payment_attempt.id', 'payment_attempt_invoice.attempt_id')
    .select([
      'payment_attempt.id',
      'payment_attempt.order_no',
      'payment_attempt.gateway',
      'payment_attempt.bank_name',
      'payment_attempt.state',
      'payment_attempt.requested_at',
      'payment_attempt.responded_at',
      'payment_attempt_invoice.amount_sen',
    ])
    .where('payment_attempt_invoice.invoice_id', '=', invoice_id)
    .orderBy('payment_attempt.requested_at', 'desc')
    .limit(5)
    .execute()
}

/** Online payments of some invoices that may still bring money, the oldest first, each of them once. */
export async function openAttempts(db: Kysely<DB>, invoice_ids: readonly string[]) {
  return db
    .selectFrom('payment_attempt')
    .select(['payment_attempt.id', 'payment_attempt.order_no', 'payment_attempt.bank_name'])
    .select(['payment_attempt.amount_sen', 'payment_attempt.state', 'payment_attempt.requested_at'])
    .where('payment_attempt.id', 'in', (eb) =>
      eb.selectFrom('payment_attempt_invoice').where('invoice_id', 'in', invoice_ids).select('attempt_id'),
    )
    .where('payment_attempt.state', 'in', openStates)
    .orderBy('payment_attempt.requested_at')
    .execute()
}
