import { type Kysely, sql, type Transaction } from 'kysely'
import { createDraft } from '#app/domain/billing/invoices/change-invoice.ts'
import type { KnownLine } from '#app/domain/billing/invoices/lines.ts'
import { type DueLine, dueFees } from '#app/domain/billing/plan/due.ts'
import { type Actor, everywhere } from '#app/domain/core/actor.ts'
import { addDays } from '#app/domain/core/dates.ts'
import type { DB } from '#db/types.ts'
import type { BilledLine } from './billed-days.ts'
import type { Change } from './proposal.ts'

/** What is to be charged of a billed period again, before tax. */
export type Charge = Pick<
  BilledLine,
  'student_id' | 'subject_fee_id' | 'fee_type_id' | 'description' | 'period_starts_on'
> & { sen: number }

/** A fee of the current period that a run has left out, because the student was not there then. */
interface Missed {
  student_id: string
  line: DueLine
}

/** Days until such a draft is due, as of an invoice whose due day is too near. */
const DAYS_TO_PAY = 7

/**
 * Fees of the current period of enrolments which a finished run has left out because the student paused or had left, and
 * which are due now.
 */
export async function missedLines(
  db: Kysely<DB>,
  enrolment_ids: readonly string[],
  today: string,
): Promise<Missed[]> {
  const { rows: left } = await sql<{ student_id: string; enrolment_id: string; period_starts_on: string }>`
    select distinct item.student_id, item.enrolment_id, item.period_starts_on
    from generation_item as item
      join generation on generation.id = item.generation_id and generation.status in ('completed', 'partial')
    where item.student_id in (select student_id from enrolment where id = any(${[...enrolment_ids]}::uuid[]))
      and item.enrolment_id = any(${[...enrolment_ids]}::uuid[]) and item.skip in ('paused', 'ended', 'zero_total')
      and ${today}::date between item.period_starts_on and item.period_ends_on`.execute(db)
  const missed: Missed[] = []
  for (const [student_id, own] of Map.groupBy(left, (row) => row.student_id)) {
    const { lines } = await dueFees(db, student_id, today)
    for (const line of lines)
      if (
        own.some(
          ({ enrolment_id, period_starts_on }) =>
            enrolment_id === line.facts.enrolment_id && period_starts_on === line.period_starts_on,
        )
      )
        missed.push({ student_id, line })
  }
  return missed
}

/** Drafts an invoice for each student who has a payer; returns how many. */
export async function draftCharges(
  trx: Transaction<DB>,
  actor: Actor,
  again: readonly Charge[],
  missed: readonly Missed[],
  { words, today }: Change,
): Promise<number> {
  const lines = [
    ...again.map((one) => ({ student_id: one.student_id, line: chargedAgain(one, words.charge) })),
    ...missed.map(({ student_id, line }) => ({ student_id, line: knownLine(line) })),
  ]
  let count = 0
  for (const [student_id, own] of Map.groupBy(lines, (one) => one.student_id)) {
    if (!(await hasPayer(trx, student_id))) continue
    const due_on = addDays(today, DAYS_TO_PAY)
    const items = own.map(({ line }) => line)
    const draft = { due_on, items, internal_note: words.reason }
    await createDraft(trx, actor, everywhere, student_id, draft, today)
    count += 1
  }
  return count
}

const chargedAgain = (
  { subject_fee_id, fee_type_id, description, period_starts_on, sen }: Charge,
  charge: string,
): KnownLine => ({
  description: `${description}, ${charge}`.slice(0, 200),
  ...{ subject_fee_id, fee_type_id: fee_type_id ?? undefined },
  ...{ quantity: 100, price: sen, facts: null, adjusts_period_on: period_starts_on },
})

const knownLine = ({
  period_starts_on,
  period_ends_on,
  discount_reason,
  amount_sen: _amount,
  due_on: _due,
  ...line
}: DueLine): KnownLine => ({
  ...line,
  period_starts_on: period_starts_on ?? undefined,
  period_ends_on: period_ends_on ?? undefined,
  discount_reason: discount_reason ?? undefined,
})

async function hasPayer(db: Kysely<DB>, student_id: string): Promise<boolean> {
  const payer = await db
    .selectFrom('student_parent')
    .innerJoin('parent', 'parent.id', 'student_parent.parent_id')
    .select('parent.id')
    .where('student_parent.student_id', '=', student_id)
    .where('student_parent.is_payer', '=', true)
    .where('parent.deleted_at', 'is', null)
    .executeTakeFirst()
  return payer !== undefined
}
