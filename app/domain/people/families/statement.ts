import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { addDays, addMonths, startOfMonth } from '#app/domain/core/dates.ts'
import { creditStanding } from '#app/domain/core/invoicing/credit-standing.ts'
import { invoicesIn } from '#app/domain/core/invoicing/invoice.ts'
import { titleFacts } from '#app/domain/core/invoicing/title.ts'
import { columnsOf, type Titled } from '#app/domain/core/lists/columns.ts'
import { invalidDays, onDay } from '#app/domain/core/lists/filters.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { isMailAddress } from '#app/integrations/mail/message.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { familyHead } from './find-families.ts'

/** Movements of a family's account, in the order in which a statement lists those of one day. */
const movements = [
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
  /** Id of the document that the movement is about; null where none can be opened. */
  about_id: string | null
  on: string
  movement: Movement
  /** Number of the invoice or the receipt. */
  about: string | null
  /** What its invoice is called after, or whose it is; null where the movement is about no invoice. */
  title: Titled | null
  /** The charge in sen; null for a payment. */
  charged_sen: number | null
  paid_sen: number | null
  /** The balance after it, less the family's credit; negative when the family has paid in advance. */
  balance_sen: number
}

export const statementColumns = columnsOf<StatementRow>()(
  { key: 'on', label: 'statement.on', kind: 'date' },
  { key: 'movement', label: 'statement.movement', words: 'statement.movements', room: 'who' },
  { key: 'about', label: 'statement.about', kind: 'number' },
  { key: 'title', label: 'invoice.what_for', kind: 'title', room: 'wide' },
  { key: 'charged_sen', label: 'statement.charged_sen', kind: 'money' },
  { key: 'paid_sen', label: 'statement.paid_sen', kind: 'money' },
  { key: 'balance_sen', label: 'statement.balance_sen', kind: 'money', room: 'much' },
)

/** The period of a statement, both days included; it ends today at the latest. */
export interface Span {
  from: string
  to: string
}

/** The days as a form asks for them. */
export const statementDays = {
  from: onDay('statement.from', { until: 'to' }),
  to: onDay('statement.to'),
}

/** Errors in the dates of a URL: not a date, or the last day before the first. */
export const spanFaults = (search: URLSearchParams) =>
  invalidDays(statementDays, { from: search.get('from'), to: search.get('to') })

/**
 * The period that a URL requests. Invalid days are ignored; the default is the last twelve months up to today, and future days
 * are cut off.
 */
export function spanOf(search: URLSearchParams, today: string): Span {
  const faults = spanFaults(search)
  const [from, to] = (['from', 'to'] as const).map((name) => (faults[name] ? null : search.get(name)) || null)
  const last = to && to < today ? to : today
  const first = from ?? addMonths(startOfMonth(last), -11)
  return { from: first < last ? first : last, to: last }
}

/** Common periods with the keys of their labels. */
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

/** The button that e-mails a statement; the period is in the URL. */
export const sendStatementForm = z.object({ form_key: z.uuid().optional() })

interface Moved {
  id: string
  about_id: string | null
  on: string
  movement: Movement
  about: string | null
  title: Titled | null
  sen: number
}

/**
 * The account of a family over a period: opening balance, all movements day by day, and closing balance, each less the family's
 * credit. `credit_sen` is the current credit, of which `reserved_sen` waits to be refunded. Refuses (statement.elsewhere) a
 * reader who does not reach all invoices of the family, and not_found.parent.
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

/** Refuses a family out of scope (not_found.parent) or partly out of scope (statement.elsewhere). */
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
    title: null,
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
    select moved.id, moved.about_id, moved.on, moved.movement, moved.about, moved.sen,
      coalesce((select ${titleFacts} from invoice where invoice.id = moved.about_id), to_jsonb(moved.student)) as title
    from (${movementsOf(parent_id)}) as moved
    where moved.on between ${from}::date and ${to}::date and moved.sen <> 0
    order by moved.on, moved.place, moved.about, moved.id`.execute(db)
  return rows
}

const dayOf = (at: string) => sql.raw(`(${at} at time zone 'Asia/Kuala_Lumpur')::date`)

const totalOf = (version: string) => sql.raw(`(${version}.invoice ->> 'total_sen')::bigint`)

/** The total of the first stored version after one; null when only the current version follows. */
const totalAfter = (version: string) => sql`(
    select ${totalOf('next')} from invoice_version as next
    where next.invoice_id = invoice.id and next.version > ${sql.raw(version)} order by next.version limit 1)`

/**
 * Everything that changes the balance less the credit of a family; positive amounts increase what it owes. Applied credit is no
 * movement, because it already belongs to the family. A payment counts with what went to this family's invoices and credit. An
 * invoice counts with its total at issue, and each amendment on its day, so that past statements stay the same.
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

/** The receipt can only be opened by the family that has paid, not by another family it paid for. */
const ownPayment = (parent_id: string) =>
  sql`case when payment.payer_parent_id = ${parent_id} then payment.id end`

/** The parts of each payment that went to this family, and their reversals when the payment was cancelled. */
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

/**
 * E-mails a family its statement in its own language. Refuses a reader who may not read it (not_found.parent,
 * statement.elsewhere), and a family without an e-mail address (statement.no_address). Returns the address.
 */
export async function sendStatement(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  parent_id: string,
  span: Span,
): Promise<string> {
  await readableFamily(trx, scope, parent_id)
  const { email } = await trx
    .selectFrom('parent')
    .select('email')
    .where('id', '=', parent_id)
    .executeTakeFirstOrThrow()
  const address = email?.trim() ?? ''
  if (!isMailAddress(address))
    throw new Refusal('statement.no_address').blockedBy({ to: 'parent', id: parent_id })
  await enqueue(trx, 'statement.send', { parent_id, ...span })
  await record(
    trx,
    actor,
    'parent.statement_sent',
    { type: 'parent', id: parent_id },
    { after: { ...span, mailed_to: address } },
  )
  return address
}
