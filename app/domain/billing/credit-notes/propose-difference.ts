import { type Kysely, sql, type Transaction } from 'kysely'
import { isPart, share, untilOn } from '#app/domain/billing/plan/plan-fees.ts'
import { seatsOf } from '#app/domain/billing/plan/plan-students.ts'
import { type Actor, everywhere } from '#app/domain/core/actor.ts'
import { lineAmount, portion } from '#app/domain/core/money.ts'
import type { DB } from '#db/types.ts'
import { requestCreditNote } from './change-credit-note.ts'
import { creditedLines } from './find-credit-notes.ts'

interface BilledLine {
  item_id: string
  invoice_id: string
  version: number
  unit_sen: number
  price_sen: number
  quantity_hundredths: number
  discount_sen: number
  amount_sen: number
  /** The days or lessons to charge by now, of all in the period; null where all of it is charged. */
  counted: number | null
  of: number | null
  /** The whole period lies behind the last day. */
  is_over: boolean
}

/**
 * Proposes credit notes for days that were billed, and on which the student of an enrolment that has just been ended or
 * paused is not there: one for each invoice, of the difference between what was billed and what would be billed now. They
 * are ordinary requests, so nothing changes before a colleague approves them. What was written off is not owed again.
 * Invoices with an open request, in payment or cancelled are left out. Returns how many were proposed.
 */
export async function proposeDifference(
  trx: Transaction<DB>,
  actor: Actor,
  enrolment_ids: readonly string[],
  reason: string,
): Promise<number> {
  let count = 0
  const lines = await billedLines(trx, enrolment_ids)
  for (const [invoice_id, own] of Map.groupBy(lines, (line) => line.invoice_id)) {
    const credited = new Map(
      (await creditedLines(trx, invoice_id)).map(({ id, credited_sen }) => [id, credited_sen]),
    )
    let written_off = await writtenOff(trx, invoice_id)
    const items = own.flatMap((line) => {
      const owed = Math.max(0, line.amount_sen - amountNow(line) - (credited.get(line.item_id) ?? 0))
      const amount = Math.max(0, owed - written_off)
      written_off -= owed - amount
      return amount > 0 ? [{ id: line.item_id, amount }] : []
    })
    if (items.length === 0) continue
    await requestCreditNote(trx, actor, everywhere, invoice_id, { items, reason, version: own[0]!.version })
    count += 1
  }
  return count
}

/** The same for all classes of a student that were ended on a day, as when they leave. */
export async function proposeForLeaver(
  trx: Transaction<DB>,
  actor: Actor,
  { student_id, on }: { student_id: string; on: string },
  reason: string,
): Promise<number> {
  const ended = await trx
    .selectFrom('enrolment')
    .select('id')
    .where('student_id', '=', student_id)
    .where('status', '=', 'ended')
    .where('ends_on', '=', on)
    .execute()
  return proposeDifference(
    trx,
    actor,
    ended.map(({ id }) => id),
    reason,
  )
}

/** Sen of an invoice, before tax, that are written off already: nobody paid them, so they are not owed back. */
async function writtenOff(db: Kysely<DB>, invoice_id: string): Promise<number> {
  const row = await db
    .selectFrom('credit_note')
    .innerJoin('invoice', 'invoice.id', 'credit_note.invoice_id')
    .select(['invoice.sub_total_sen', 'invoice.total_sen'])
    .select((eb) => eb.fn.sum<number>('credit_note.total_sen').as('sen'))
    .where('invoice_id', '=', invoice_id)
    .where('credit_note.kind', '=', 'write_off')
    .where('credit_note.status', '=', 'approved')
    .groupBy('invoice.id')
    .executeTakeFirst()
  return row ? portion(Number(row.sen), row.sub_total_sen, row.total_sen) : 0
}

/** What a line would be billed at now, before tax, with the same part of it as discount; rounded half up. */
export function amountNow(line: Omit<BilledLine, 'item_id' | 'invoice_id' | 'version'>): number {
  if (line.is_over) return 0
  if (line.counted === null || line.of === null || line.of === 0) return line.amount_sen
  const price = portion(line.unit_sen, line.counted, line.of)
  if (line.price_sen === 0 || price >= line.price_sen) return line.amount_sen
  const gross = lineAmount(line.quantity_hundredths, price)
  const before = line.amount_sen + line.discount_sen
  return gross - portion(line.discount_sen, gross, before)
}

async function billedLines(db: Kysely<DB>, enrolment_ids: readonly string[]): Promise<BilledLine[]> {
  const { rows } = await sql<BilledLine>`
    with seat as materialized (${seatsOf(enrolment_ids)}), fee as (
      select item.id as item_id, item.invoice_id, invoice.version, item.price_sen, item.quantity_hundredths,
        item.discount_sen, item.amount_sen, item.position,
        coalesce((item.facts -> 'own' ->> 'sen')::bigint, (item.facts ->> 'usual_sen')::bigint) as unit_sen,
        price.proration, billed.period_starts_on, billed.period_ends_on, seat.paused_from, seat.paused_to,
        greatest(billed.period_starts_on, seat.starts_on, (item.facts -> 'share' ->> 'from')::date) as charged_from,
        ${untilOn(sql`seat.leaves_on`, sql`billed.period_ends_on`)} as until_on,
        subject.sessions_per_month, coalesce(branch.state, (
          select state from platform.entity where role_name = current_user)) as state,
        array(select distinct weekday::int from subject_schedule where subject_id = subject.id) as weekdays
      from seat
        join invoice_item as item on (item.facts ->> 'enrolment_id')::uuid = seat.enrolment_id
        join billed_fee as billed on billed.invoice_item_id = item.id and billed.student_id = seat.student_id
        join invoice on invoice.id = item.invoice_id and invoice.status in ('unpaid', 'paid')
        join subject_fee as price on price.id = item.subject_fee_id
        join subject on subject.id = seat.subject_id
        join branch on branch.id = subject.branch_id
      where billed.period_ends_on is not null and invoice.student_id = seat.student_id
        and not exists (select from credit_note where credit_note.invoice_id = invoice.id and credit_note.status = 'requested')
    )
    select fee.*, share.counted, share.of, fee.until_on < fee.charged_from as is_over
    from fee left join lateral (${share} where ${isPart}) as share on true
    order by fee.invoice_id, fee.position`.execute(db)
  return rows
}
