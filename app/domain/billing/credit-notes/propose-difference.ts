import type { Kysely, Transaction } from 'kysely'
import { type Actor, everywhere } from '#app/domain/core/actor.ts'
import { portion } from '#app/domain/core/money.ts'
import type { DB } from '#db/types.ts'
import { type BilledLine, billedLines, chargedByDays, chargedSen, leftOf, owedNow } from './billed-days.ts'
import { requestCreditNote } from './change-credit-note.ts'
import { type Charge, draftCharges, missedLines } from './charge-again.ts'
import type { Change, Proposed } from './proposal.ts'
import { withdrawProposals } from './withdraw-proposals.ts'

/**
 * Brings what is billed for enrolments whose days have just changed (ended, paused, resumed, begun again) in line with their
 * days: proposes a credit note of what was billed too much, one for each invoice, and a draft of what is to be charged again,
 * one for each student. Nothing is credited or charged before a colleague approves the note or issues the draft. What an open
 * request asks for already is not proposed again, and what was written off is not owed back. Earlier proposals that no longer
 * fit are withdrawn. Cancelled invoices and drafts are left as they are, and a student without a payer is charged nothing.
 */
export async function proposeDifference(
  trx: Transaction<DB>,
  actor: Actor,
  enrolment_ids: readonly string[],
  change: Change,
): Promise<Proposed> {
  const lines = await settledLines(trx, actor, enrolment_ids)
  const credits = await proposeCredits(trx, actor, lines, change)
  const again = lines.flatMap((line): Charge[] => {
    const sen = owedNow(line) - chargedByDays(line)
    return sen > 0 ? [{ ...line, sen }] : []
  })
  const missed = await missedLines(trx, enrolment_ids, change.today)
  return { credits, charges: await draftCharges(trx, actor, again, missed, change) }
}

/** The same for all classes of a student that were ended on a day, as when they leave. */
export async function proposeForLeaver(
  trx: Transaction<DB>,
  actor: Actor,
  { student_id, on }: { student_id: string; on: string },
  change: Change,
): Promise<Proposed> {
  const ended = await endedOn(trx, on).where('student_id', '=', student_id).execute()
  return proposeDifference(
    trx,
    actor,
    ended.map(({ id }) => id),
    change,
  )
}

/** The same for all students of a class that was closed on a day. */
export async function proposeForClass(
  trx: Transaction<DB>,
  actor: Actor,
  { subject_id, on }: { subject_id: string; on: string },
  change: Change,
): Promise<Proposed> {
  const ended = await endedOn(trx, on).where('subject_id', '=', subject_id).execute()
  return proposeDifference(
    trx,
    actor,
    ended.map(({ id }) => id),
    change,
  )
}

const endedOn = (db: Kysely<DB>, on: string) =>
  db.selectFrom('enrolment').select('id').where('status', '=', 'ended').where('ends_on', '=', on)

/**
 * The same for the enrolments of an invoice whose open request was turned down or withdrawn: what it asked for was left out
 * of the proposals. They are in the name of who had asked. Does nothing where the request was itself a proposal.
 */
export async function proposeAfterRefusal(
  trx: Transaction<DB>,
  actor: Actor,
  credit_note_id: string,
  change: Change,
): Promise<Proposed> {
  const { invoice_id, is_proposed, requested_by } = await trx
    .selectFrom('credit_note')
    .select(['invoice_id', 'is_proposed', 'requested_by'])
    .where('id', '=', credit_note_id)
    .executeTakeFirstOrThrow()
  if (is_proposed) return { credits: 0, charges: 0 }
  const enrolments = await enrolmentsOf(trx, [invoice_id])
  return proposeDifference(trx, actor, enrolments, { ...change, requested_by })
}

/** The enrolments of the students of invoices in the classes that these bill. */
async function enrolmentsOf(db: Kysely<DB>, invoice_ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('enrolment')
    .innerJoin('subject_fee', 'subject_fee.subject_id', 'enrolment.subject_id')
    .innerJoin('invoice_item', 'invoice_item.subject_fee_id', 'subject_fee.id')
    .innerJoin('invoice', (join) =>
      join
        .onRef('invoice.id', '=', 'invoice_item.invoice_id')
        .onRef('invoice.student_id', '=', 'enrolment.student_id'),
    )
    .select('enrolment.id')
    .distinct()
    .where('invoice.id', 'in', invoice_ids)
    .where('enrolment.status', '<>', 'waitlisted')
    .execute()
  return rows.map(({ id }) => id)
}

/** The billed lines of enrolments once the proposals that no longer fit them are withdrawn. */
async function settledLines(
  trx: Transaction<DB>,
  actor: Actor,
  enrolment_ids: readonly string[],
): Promise<BilledLine[]> {
  let reached = [...enrolment_ids]
  for (;;) {
    const lines = await billedLines(trx, reached)
    const invoices = await withdrawProposals(trx, actor, {
      // Too much would be credited, or too little charged …
      credits: lines.filter((line) => chargedByDays(line) < owedNow(line)),
      // … or days would be charged again on which the student is not there.
      charges: lines.filter((line) => chargedSen(line) > owedNow(line)),
    })
    if (invoices.length === 0) return lines
    // What else a withdrawn proposal was about is proposed once more.
    reached = [...new Set([...reached, ...(await enrolmentsOf(trx, invoices))])]
  }
}

async function proposeCredits(
  trx: Transaction<DB>,
  actor: Actor,
  lines: readonly BilledLine[],
  { words, requested_by = actor.id }: Change,
): Promise<number> {
  const items = lines.flatMap((line) => creditOf(line))
  let count = 0
  for (const [invoice_id, own] of Map.groupBy(items, (item) => item.invoice_id)) {
    const invoice = await trx
      .selectFrom('invoice')
      .select('version')
      .where('id', '=', invoice_id)
      .executeTakeFirstOrThrow()
    let written_off = await writtenOff(trx, invoice_id)
    const credited = own.flatMap(({ id, sen }) => {
      const amount = Math.max(0, sen - written_off)
      written_off -= sen - amount
      return amount > 0 ? [{ id, amount }] : []
    })
    if (credited.length === 0) continue
    const request = { items: credited, reason: words.reason, ...invoice }
    await requestCreditNote(trx, actor, everywhere, invoice_id, request, { proposed_for: requested_by })
    count += 1
  }
  return count
}

/** What is to be credited of a line, in sen before tax: of what was charged of its period last, first. */
function creditOf(line: BilledLine): { id: string; invoice_id: string; sen: number }[] {
  let rest = chargedSen(line) - owedNow(line)
  const issued = line.later.filter(({ status }) => status !== 'draft')
  return [...issued, line].flatMap((one) => {
    const sen = Math.min(rest, leftOf(one))
    if (sen <= 0) return []
    rest -= sen
    return [{ id: one.item_id, invoice_id: one.invoice_id, sen }]
  })
}

/**
 * Sen of an invoice, before tax, that are written off already or are asked to be: nobody paid them, so they are not owed
 * back.
 */
async function writtenOff(db: Kysely<DB>, invoice_id: string): Promise<number> {
  const row = await db
    .selectFrom('credit_note')
    .innerJoin('invoice', 'invoice.id', 'credit_note.invoice_id')
    .select(['invoice.sub_total_sen', 'invoice.total_sen'])
    .select((eb) => eb.fn.sum<number>('credit_note.total_sen').as('sen'))
    .where('invoice_id', '=', invoice_id)
    .where('credit_note.kind', '=', 'write_off')
    .where('credit_note.status', 'in', ['requested', 'approved'])
    .groupBy('invoice.id')
    .executeTakeFirst()
  return row ? portion(Number(row.sen), row.sub_total_sen, row.total_sen) : 0
}
