import { sql, type Transaction } from 'kysely'
import { type Actor, type RowScope, systemActor } from '#app/domain/core/actor.ts'
import { named, record, recordEach } from '#app/domain/core/audit.ts'
import { changed } from '#app/domain/core/changed.ts'
import { addMonths } from '#app/domain/core/dates.ts'
import { notifyDeciders } from '#app/domain/core/four-eyes/notify-deciders.ts'
import { isOwnFamily } from '#app/domain/core/four-eyes/own-family.ts'
import { refuseBesideOpen, requestVerbs } from '#app/domain/core/four-eyes/requests.ts'
import { inPayment, invoicesIn, lockedInvoice } from '#app/domain/core/invoicing/invoice.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { reachedParent } from '#app/domain/people/parents/find-parents.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { type ArrangementInput, longestArrangement } from './arrangement.ts'
import { type Arrangement, arrangementOf, arrangementsIn, stateOn } from './find-arrangements.ts'

interface Rules {
  scope: RowScope
  today: string
  /** The actor may approve: their proposal is agreed immediately, except for their own family. */
  decides: boolean
}

/** The status depends on the day. A decider may also decide about their own proposal. */
const verbsOn = (today: string) =>
  requestVerbs({
    noun: 'arrangement',
    waiting: 'proposed',
    over: 'arrangement.decided',
    reached: arrangementsIn,
    find: (db, scope, id) => arrangementOf(db, scope, id, today),
    refuseDecider: () => {},
    auditOf: ({ parent, total_sen }, more) => named(parent, { after: { total_sen, ...more } }),
  })

/**
 * Records an arrangement that a family proposes. The parts must add up to what is owed on the invoices now
 * (arrangement.too_little, arrangement.too_much), from today on and within a year. Refuses an invoice of another family, one
 * in payment, paid or cancelled, and a second arrangement while one is open (duplicate.arrangement).
 */
export async function proposeArrangement(
  trx: Transaction<DB>,
  actor: Actor,
  parent_id: string,
  input: ArrangementInput,
  { scope, today, decides }: Rules,
): Promise<{ id: string; name: string; agreed: boolean }> {
  const { name } = await reachedParent(trx, scope, parent_id)
  const agreed = decides && !(await isOwnFamily(trx, actor, { type: 'parent', ids: [parent_id] }))
  refuseDays(input, today)
  const invoices = []
  // Locked in one order, so that two proposals for the same invoices cannot deadlock.
  for (const id of [...new Set(input.invoices)].toSorted()) invoices.push(await lockedInvoice(trx, scope, id))
  for (const invoice of invoices) {
    if (invoice.payer_parent_id !== parent_id) throw new Refusal('not_found.invoice')
    if (invoice.status === 'pending') throw inPayment(invoice)
    if (invoice.status !== 'unpaid' || invoice.balance_sen === 0)
      throw new Refusal('arrangement.nothing_owed', undefined, { number: invoice.number ?? '' }).blockedBy({
        to: 'invoice',
        id: invoice.id,
        name: invoice.number,
      })
  }
  const total_sen = invoices.reduce((sum, { balance_sen }) => sum + balance_sen, 0)
  refuseSum(input, total_sen)
  await refuseBesideOpen(trx, 'arrangement', { parent_id }, { statuses: ['proposed', 'active'] })
  const id = newId()
  await trx
    .insertInto('arrangement')
    .values({
      ...{ id, parent_id, total_sen, reason: input.reason, requested_by: actor.id! },
      ...(agreed ? { status: 'active', decided_by: actor.id, decided_at: sql<Date>`now()` } : {}),
      ...{ created_by: actor.id, updated_by: actor.id },
    })
    .execute()
  await trx
    .insertInto('arrangement_invoice')
    .values(invoices.map((one) => ({ arrangement_id: id, invoice_id: one.id, balance_sen: one.balance_sen })))
    .execute()
  await trx
    .insertInto('arrangement_instalment')
    .values(
      input.parts.map(({ due_on, amount }, index) => ({
        ...{ arrangement_id: id, position: index + 1, due_on, amount_sen: amount },
      })),
    )
    .execute()
  if (agreed) await enqueue(trx, 'arrangement.send', { arrangement_id: id })
  else await notifyDeciders(trx, 'arrangement', id)
  const after = { total_sen, parts: input.parts.length, last_on: input.parts.at(-1)!.due_on }
  await record(
    trx,
    actor,
    agreed ? 'arrangement.agreed' : 'arrangement.proposed',
    { type: 'arrangement', id },
    named(name, { after }),
  )
  return { id, name, agreed }
}

function refuseDays({ parts }: ArrangementInput, today: string): void {
  const last = parts.length - 1
  if (parts[0]!.due_on < today) throw new Refusal('arrangement.past', 'parts[0].due_on')
  if (parts[last]!.due_on > addMonths(today, longestArrangement))
    throw new Refusal('arrangement.too_far', `parts[${last}].due_on`)
}

function refuseSum({ parts }: ArrangementInput, total_sen: number): void {
  const sum_sen = parts.reduce((sum, { amount }) => sum + amount, 0)
  if (sum_sen === total_sen) return
  const words = { total: formatRinggit(total_sen), amount: formatRinggit(Math.abs(total_sen - sum_sen)) }
  const code = sum_sen < total_sen ? 'arrangement.too_little' : 'arrangement.too_much'
  throw new Refusal(code, `parts[${parts.length - 1}].amount`, words)
}

/**
 * Approves a proposal. Refuses the actor's own family, a decided proposal, one whose first part is overdue or whose invoices
 * are paid (arrangement.overtaken), and one with invoices out of scope (arrangement.elsewhere).
 */
export async function approveArrangement(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  today: string,
): Promise<Arrangement> {
  const { lockForDecision, decide } = verbsOn(today)
  const row = await lockForDecision(trx, actor, scope, id)
  await refuseOutOfReach(trx, scope, id)
  if (row.came_sen >= row.total_sen || row.parts[0]?.state === 'missed')
    throw new Refusal('arrangement.overtaken')
  await decide(trx, actor, row, { status: 'active' }, { action: 'agreed' })
  await enqueue(trx, 'arrangement.send', { arrangement_id: id })
  return row
}

async function refuseOutOfReach(
  trx: Transaction<DB>,
  scope: RowScope,
  arrangement_id: string,
): Promise<void> {
  const beyond = await trx
    .selectFrom('arrangement_invoice')
    .select('invoice_id')
    .where('arrangement_id', '=', arrangement_id)
    .where('invoice_id', 'not in', invoicesIn(trx, scope).select('invoice.id'))
    .limit(1)
    .executeTakeFirst()
  if (beyond) throw new Refusal('arrangement.elsewhere')
}

/** Rejects a proposal, with a reason. Refuses the actor's own family and a decided proposal. */
export async function rejectArrangement(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  { decision_reason, today }: { decision_reason: string; today: string },
): Promise<Arrangement> {
  return verbsOn(today).reject(trx, actor, scope, id, { decision_reason })
}

/** Withdraws a proposal; refuses anyone but its author (arrangement.not_yours). */
export async function withdrawArrangement(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  today: string,
): Promise<Arrangement> {
  return verbsOn(today).withdraw(trx, actor, scope, id)
}

/**
 * Ends an active arrangement early, with a reason; reminders resume. Refuses one that is over, also before the nightly job
 * has stored that.
 */
export async function endArrangement(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  { decision_reason, today }: { decision_reason: string; today: string },
): Promise<Arrangement> {
  const { lockForDecision, decide } = verbsOn(today)
  const row = await lockForDecision(trx, actor, scope, id, 'active')
  const values = { status: 'ended', decision_reason, over_on: today }
  await decide(trx, actor, row, values, { more: { decision_reason } })
  return row
}

/**
 * Stores which active arrangements were kept or broken by a day; safe to repeat. Payments after that change what is owed,
 * but not the result. Returns how many have ended.
 */
export async function settleArrangements(trx: Transaction<DB>, today: string): Promise<number> {
  const settled = await trx
    .with('settled', (db) =>
      db
        .updateTable('arrangement')
        .set({ status: stateOn(today), over_on: today, ...changed(systemActor) })
        .where('status', '=', 'active')
        .where(stateOn(today), '<>', 'active')
        .returning(['id', 'parent_id', 'status', 'total_sen']),
    )
    .selectFrom('settled')
    .innerJoin('parent', 'parent.id', 'settled.parent_id')
    .select(['settled.id', 'settled.total_sen', 'parent.name'])
    .select(sql<'kept' | 'broken'>`settled.status`.as('status'))
    .execute()
  for (const status of ['kept', 'broken'] as const) {
    const rows = settled.filter((row) => row.status === status)
    await recordEach(
      trx,
      systemActor,
      `arrangement.${status}`,
      { type: 'arrangement' },
      rows.map(({ id, name, total_sen }) => ({ id, ...named(name, { after: { total_sen } }) })),
    )
  }
  return settled.length
}
