import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { creditStanding } from '#app/domain/accounting/credits/find-credits.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { addDays, addMonths, startOfMonth } from '#app/domain/core/dates.ts'
import { invoicesIn } from '#app/domain/core/invoicing/status.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { dayFaults, onDay } from '#app/domain/core/lists/filters.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import { familyHead } from './find-family.ts'

/** What moves a family's account, in the order in which it is told of one day. */
export const movements = [
  'opening',
  'invoice',
  'invoice_amended',
  'invoice_cancelled',
  'credit_note',
  'write_off',
  'note_reversed',
  'payment',
  'payment_cancelled',
  'credit',
  'credit_moved',
  'refund',
  'closing',
] as const
export type Movement = (typeof movements)[number]

export interface StatementRow {
  id: string
  /** The paper that it is about, of the noun that its movement says; null where nothing can be opened. */
  about_id: string | null
  on: string
  movement: Movement
  /** Number of the invoice or the receipt. */
  about: string | null
  /** Whose invoice it is. */
  student: string | null
  /** What the family owes by it, in sen; null on the other side. */
  charged_sen: number | null
  paid_sen: number | null
  /** What it owes after it less what is kept for it: below zero it has paid ahead. */
  balance_sen: number
}

export const statementColumns = columnsOf<StatementRow>()(
  { key: 'on', label: 'statement.on', kind: 'date' },
  { key: 'movement', label: 'statement.movement', words: 'statement.movements', room: 'who' },
  { key: 'about', label: 'statement.about', kind: 'number' },
  { key: 'student', label: 'statement.student', room: 'wide' },
  { key: 'charged_sen', label: 'statement.charged_sen', kind: 'money' },
  { key: 'paid_sen', label: 'statement.paid_sen', kind: 'money' },
  { key: 'balance_sen', label: 'statement.balance_sen', kind: 'money', room: 'much' },
)

/** The days that a statement tells of, both among them; the last ends it at the latest today. */
export interface Span {
  from: string
  to: string
}

/** The days as a form asks for them. */
export const statementDays = {
  from: onDay('statement.from', { until: 'to' }),
  to: onDay('statement.to'),
}

/** What is wrong with the days of an address: none of the calendar, or the last before the first. */
export const spanFaults = (search: URLSearchParams) =>
  dayFaults(statementDays, { from: search.get('from'), to: search.get('to') })

/**
 * What an address asks for. A day that is wrong is as if it were not there; without a last day it is today, without a first
 * one twelve months. Nothing is told of days to come.
 */
export function spanOf(search: URLSearchParams, today: string): Span {
  const faults = spanFaults(search)
  const [from, to] = (['from', 'to'] as const).map((name) => (faults[name] ? null : search.get(name)) || null)
  const last = to && to < today ? to : today
  const first = from ?? addMonths(startOfMonth(last), -11)
  return { from: first < last ? first : last, to: last }
}

/** Spans that are asked for most, by the key of their word. */
export function presets(today: string): readonly (Span & { label: string })[] {
  const month = startOfMonth(today)
  const before = addMonths(month, -1)
  return [
    { label: 'statement.this_month', from: month, to: today },
    { label: 'statement.last_month', from: before, to: addDays(month, -1) },
    { label: 'statement.this_year', from: `${today.slice(0, 4)}-01-01`, to: today },
    { label: 'statement.twelve_months', from: addMonths(month, -11), to: today },
  ]
}

/** The button by which a statement is mailed; its days stand in the address. */
export const sendStatementForm = z.object({ form_key: z.uuid().optional() })

interface Moved {
  id: string
  about_id: string | null
  on: string
  movement: Movement
  about: string | null
  student: string | null
  sen: number
}

/**
 * The account of a family over a span of days: what it owed before, everything that changed it day by day, and what it
 * owes at the end, less what is kept for it. `credit_sen` is kept now, and `reserved_sen` of that waits to be paid back. Of
 * the whole family or of nobody: refuses (statement.elsewhere) a reader who does not reach all its invoices, and
 * not_found.parent.
 */
export async function statementOf(db: Kysely<DB>, scope: RowScope, parent_id: string, { from, to }: Span) {
  const head = await readableFamily(db, scope, parent_id)
  const [{ opening_sen }, moved, standing] = await Promise.all([
    before(db, parent_id, from),
    during(db, parent_id, from, to),
    creditStanding(db, parent_id),
  ])
  let balance_sen = opening_sen
  const rows: StatementRow[] = [{ ...edge('opening', from), balance_sen }]
  for (const { sen, ...movement } of moved) {
    balance_sen += sen
    rows.push({
      ...movement,
      ...{ charged_sen: sen > 0 ? sen : null, paid_sen: sen > 0 ? null : -sen, balance_sen },
    })
  }
  rows.push({ ...edge('closing', to), balance_sen })
  return { head, opening_sen, closing_sen: balance_sen, ...standing, rows }
}

/** Refuses whoever does not reach a family (not_found.parent), or not all of it (statement.elsewhere). */
export async function readableFamily(db: Kysely<DB>, scope: RowScope, parent_id: string) {
  const head = await familyHead(db, scope, parent_id)
  await refusePart(db, scope, parent_id)
  return head
}

const edge = (movement: Movement, on: string) => ({
  ...{
    id: movement,
    about_id: null,
    on,
    movement,
    about: null,
    student: null,
    charged_sen: null,
    paid_sen: null,
  },
})

async function refusePart(db: Kysely<DB>, scope: RowScope, parent_id: string): Promise<void> {
  const elsewhere = await db
    .selectFrom('invoice')
    .select('id')
    .where('payer_parent_id', '=', parent_id)
    .where('status', '<>', 'draft')
    .where('id', 'not in', invoicesIn(db, scope).select('invoice.id'))
    .executeTakeFirst()
  if (elsewhere) throw new Refusal('statement.elsewhere')
}

async function before(db: Kysely<DB>, parent_id: string, from: string): Promise<{ opening_sen: number }> {
  const { rows } = await sql<{ opening_sen: number }>`
    select coalesce(sum(sen), 0)::bigint as opening_sen from (${movementsOf(parent_id)}) as moved
    where moved.on < ${from}::date`.execute(db)
  return rows[0]!
}

async function during(db: Kysely<DB>, parent_id: string, from: string, to: string): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    select moved.id, moved.about_id, moved.on, moved.movement, moved.about, moved.student, moved.sen
    from (${movementsOf(parent_id)}) as moved
    where moved.on between ${from}::date and ${to}::date and moved.sen <> 0
    order by moved.on, moved.place, moved.about, moved.id`.execute(db)
  return rows
}

const dayOf = (at: string) => sql.raw(`(${at} at time zone 'Asia/Kuala_Lumpur')::date`)

const totalOf = (version: string) => sql.raw(`(${version}.invoice ->> 'total_sen')::bigint`)

/** What the first version that is kept of an invoice after one came to; null: nothing has replaced what it says now. */
const totalAfter = (version: string) => sql`(
    select ${totalOf('next')} from invoice_version as next
    where next.invoice_id = invoice.id and next.version > ${sql.raw(version)} order by next.version limit 1)`

/**
 * Everything that changes what a family owes less what is kept for it; more than nothing: it owes more. What credit pays
 * moves nothing, since it is the family's own. A payment counts with what of it went to this family's invoices and credit.
 * An invoice counts with what it came to at its issue, and each change of it on its day, so that the past stays as it was told.
 */
const movementsOf = (parent_id: string) => sql`
  select invoice.id::text as id, invoice.id as about_id, invoice.issued_on as on, 1 as place, 'invoice' as movement, invoice.number as about,
    student.name as student, coalesce(${totalAfter('-1')}, invoice.total_sen) as sen
  from invoice join student on student.id = invoice.student_id
  where invoice.payer_parent_id = ${parent_id} and invoice.status <> 'draft'
  union all
  select invoice.id::text || '.' || said.version, invoice.id, ${dayOf('said.replaced_at')}, 2, 'invoice_amended', invoice.number, student.name,
    coalesce(${totalAfter('said.version')}, invoice.total_sen) - ${totalOf('said')}
  from invoice_version as said join invoice on invoice.id = said.invoice_id join student on student.id = invoice.student_id
  where invoice.payer_parent_id = ${parent_id}
  union all
  select invoice.id::text || '-', invoice.id, ${dayOf('invoice.cancelled_at')}, 2, 'invoice_cancelled', invoice.number, student.name,
    -(invoice.total_sen - invoice.credited_sen)
  from invoice join student on student.id = invoice.student_id
  where invoice.payer_parent_id = ${parent_id} and invoice.status = 'cancelled'
  union all
  select note.id::text, case note.kind when 'credit_note' then note.id else invoice.id end, note.issued_on, 2, note.kind, coalesce(note.number, invoice.number), student.name, -note.total_sen
  from credit_note as note join invoice on invoice.id = note.invoice_id join student on student.id = invoice.student_id
  where invoice.payer_parent_id = ${parent_id} and note.status in ('approved', 'reversed')
  union all
  select note.id::text || '-', note.id, ${dayOf('note.reversed_at')}, 4, 'note_reversed', note.number, student.name, note.total_sen
  from credit_note as note join invoice on invoice.id = note.invoice_id join student on student.id = invoice.student_id
  where invoice.payer_parent_id = ${parent_id} and note.status = 'reversed'
  union all
  select payment.id::text, ${ownPayment(parent_id)}, payment.paid_on, 3, 'payment', payment.number, null, -sum(part.sen)::bigint
  from (${partsOf(parent_id)}) as part join payment on payment.id = part.payment_id
  where part.came group by payment.id
  union all
  select payment.id::text || '-', ${ownPayment(parent_id)}, ${dayOf('payment.cancelled_at')}, 4, 'payment_cancelled', payment.number, null,
    -sum(part.sen)::bigint
  from (${partsOf(parent_id)}) as part join payment on payment.id = part.payment_id
  where not part.came group by payment.id
  union all
  select entry.id::text, null, ${dayOf('entry.created_at')}, 5,
    case entry.reason when 'moved' then 'credit_moved' else 'credit' end, null, null, -entry.delta_sen
  from credit_entry as entry
  where entry.parent_id = ${parent_id} and entry.invoice_id is null and entry.payment_id is null
    and entry.credit_refund_id is null
  union all
  select refund.id::text, refund.id, refund.paid_on, 5, 'refund', refund.number, null, refund.amount_sen
  from credit_refund as refund where refund.parent_id = ${parent_id} and refund.status = 'paid'`

/** Who has paid for another family shows the receipt to it, if they like. */
const ownPayment = (parent_id: string) =>
  sql`case when payment.payer_parent_id = ${parent_id} then payment.id end`

/** Of each payment what came to this family, and what of it went again when the payment was cancelled. */
const partsOf = (parent_id: string) => sql`
  select allocation.payment_id, allocation.amount_sen as sen, true as came
  from payment_allocation as allocation join invoice on invoice.id = allocation.invoice_id
  where invoice.payer_parent_id = ${parent_id}
  union all
  select allocation.payment_id, -allocation.amount_sen, false
  from payment_allocation as allocation join invoice on invoice.id = allocation.invoice_id
  where invoice.payer_parent_id = ${parent_id} and allocation.reversed_at is not null
  union all
  select entry.payment_id, entry.delta_sen, entry.delta_sen > 0
  from credit_entry as entry
  where entry.parent_id = ${parent_id} and entry.invoice_id is null and entry.payment_id is not null`
