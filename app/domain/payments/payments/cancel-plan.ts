import { type Kysely, sql } from 'kysely'
import { creditUsedOn } from '#app/domain/billing/credits/use-credit.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { todayIn } from '#app/domain/core/dates.ts'
import { creditStanding } from '#app/domain/core/invoicing/credit-standing.ts'
import { type InvoiceStatus, invoicesIn } from '#app/domain/core/invoicing/invoice.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { UndoFact, UndoPlan } from '#app/domain/core/undo/undo-plan.ts'
import type { DB } from '#db/types.ts'
import { isManual } from './payment.ts'

export interface CancelPlan extends UndoPlan {
  /** Invoices from which credit has to be removed, since it came from this payment; ids in their order. */
  credit_from: string[]
}

/**
 * What cancelling a payment does, and what prevents it: the invoices that are owed again, the credit that came of it and the
 * invoices that have used it since, its gift, drawer, month and bank line. Reads only; `cancelPayment` does it. `scope`: what
 * the canceller reaches. Refuses not_found.payment.
 */
export async function cancelPlanOf(
  db: Kysely<DB>,
  scope: RowScope,
  id: string,
  today: string,
): Promise<CancelPlan> {
  const payment = await paymentFacts(db, id)
  const about = { to: 'payment' as const, id }
  if (payment.status !== 'paid')
    return { effects: [], blockers: [{ kind: 'cancelled', link: about }], credit_from: [] }
  if (!isManual(payment.method))
    return { effects: [], blockers: [{ kind: 'online', link: about }], credit_from: [] }
  const invoices = await allocatedInvoices(db, id)
  const [credit, gift, line] = await Promise.all([
    creditPlan(db, scope, payment, invoices),
    giftFacts(db, id, today),
    bankLineFacts(db, id),
  ])
  const inPayment = invoices.filter(({ status }) => status === 'pending')
  const effects: UndoFact[] = [
    ...invoices.flatMap(owedAgain),
    ...credit.effects,
    ...gift.effects,
    ...drawerFacts(payment),
    ...line,
    ...(payment.is_closed ? [{ kind: 'month_closed', on: payment.paid_on }] : []),
    { kind: 'receipt_kept', number: payment.number },
  ]
  const blockers: UndoFact[] = [
    ...inPayment.map(({ id: invoice_id, number }) => ({
      ...{ kind: 'in_payment', number, link: { to: 'invoice' as const, id: invoice_id } },
    })),
    ...credit.blockers,
    ...gift.blockers,
  ]
  return { effects, blockers, credit_from: blockers.length > 0 ? [] : credit.from }
}

async function paymentFacts(db: Kysely<DB>, id: string) {
  const row = await db
    .selectFrom('payment')
    .leftJoin('cash_drawer', 'cash_drawer.id', 'payment.drawer_id')
    .leftJoin('user_account as clerk', 'clerk.id', 'cash_drawer.user_id')
    .select(['payment.id', 'payment.number', 'payment.method', 'payment.status', 'payment.paid_on'])
    .select(['payment.amount_sen', 'payment.rounding_sen', 'payment.drawer_id', 'payment.created_at'])
    .select(['cash_drawer.status as drawer_status', 'cash_drawer.opened_on', 'clerk.name as clerk'])
    .select(sql<boolean>`not month_is_open(payment.paid_on)`.as('is_closed'))
    .where('payment.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.payment')
  return row
}
type Payment = Awaited<ReturnType<typeof paymentFacts>>

/** The invoices of a payment with its share, and the early-payment discount that is reversed with it. */
async function allocatedInvoices(db: Kysely<DB>, payment_id: string) {
  const rows = await db
    .selectFrom('payment_allocation')
    .innerJoin('invoice', 'invoice.id', 'payment_allocation.invoice_id')
    .leftJoin('credit_note as early', (join) =>
      join
        .onRef('early.invoice_id', '=', 'invoice.id')
        .on('early.discount_id', 'is not', null)
        .on('early.status', '=', 'approved'),
    )
    .select(['invoice.id', 'invoice.number', 'invoice.paid_sen', 'invoice.payer_parent_id as parent_id'])
    .select(['payment_allocation.amount_sen', 'early.number as early', 'early.credit_sen as early_sen'])
    .select(sql<InvoiceStatus>`invoice.status`.as('status'))
    .where('payment_allocation.payment_id', '=', payment_id)
    .where('payment_allocation.reversed_at', 'is', null)
    .orderBy('invoice.number')
    .execute()
  return rows.map((row) => {
    const cancelled = row.status === 'cancelled'
    const early_sen = cancelled ? 0 : (row.early_sen ?? 0)
    // What was turned into credit since is not on the invoice any more.
    const owed_sen = cancelled ? 0 : Math.min(row.amount_sen, row.paid_sen + early_sen)
    return { ...row, early_sen, owed_sen, credited_sen: row.amount_sen - owed_sen }
  })
}
type Allocated = Awaited<ReturnType<typeof allocatedInvoices>>[number]

function owedAgain({ id, number, owed_sen, early, early_sen }: Allocated): UndoFact[] {
  const link = { to: 'invoice' as const, id }
  return [
    ...(owed_sen > 0 ? [{ kind: 'invoice_owed', number, sen: owed_sen, link }] : []),
    ...(early_sen > 0 ? [{ kind: 'early_reversed', number, name: early, sen: early_sen, link }] : []),
  ]
}

/** The credit that leaves families, and where it has to come from. */
async function creditPlan(
  db: Kysely<DB>,
  scope: RowScope,
  payment: Payment,
  invoices: readonly Allocated[],
): Promise<UndoPlan & { from: string[] }> {
  const overpaid = await db
    .selectFrom('credit_entry')
    .select(['parent_id', sql<number>`sum(delta_sen)::bigint`.as('sen')])
    .where('payment_id', '=', payment.id)
    .groupBy('parent_id')
    .execute()
  const leaving = new Map<string, number>()
  const add = (parent_id: string, sen: number) => {
    if (sen > 0) leaving.set(parent_id, (leaving.get(parent_id) ?? 0) + sen)
  }
  for (const { parent_id, sen } of overpaid) add(parent_id, sen)
  for (const { parent_id, early_sen, credited_sen } of invoices) add(parent_id, early_sen + credited_sen)
  const all: (UndoPlan & { from: string[] })[] = []
  for (const [parent_id, sen] of leaving)
    all.push(await familyCreditPlan(db, scope, payment, { parent_id, sen }))
  return {
    effects: all.flatMap(({ effects }) => effects),
    blockers: all.flatMap(({ blockers }) => blockers),
    from: all.flatMap(({ from }) => from),
  }
}

async function familyCreditPlan(
  db: Kysely<DB>,
  scope: RowScope,
  payment: Payment,
  { parent_id, sen }: { parent_id: string; sen: number },
): Promise<UndoPlan & { from: string[] }> {
  const [{ credit_sen, reserved_sen }, { name }] = await Promise.all([
    creditStanding(db, parent_id),
    db.selectFrom('parent').select('name').where('id', '=', parent_id).executeTakeFirstOrThrow(),
  ])
  const link = { to: 'family_credit' as const, id: parent_id }
  const leaves: UndoFact = { kind: 'credit_removed', name, sen, link }
  const short_sen = sen - (credit_sen - reserved_sen)
  if (short_sen <= 0) return { effects: [leaves], blockers: [], from: [] }
  const uses = await usesSince(db, scope, parent_id, payment.created_at)
  const needed: typeof uses = []
  for (const use of uses) {
    if (needed.reduce((sum, one) => sum + one.sen, 0) >= short_sen) break
    if (use.reached && use.status !== 'pending') needed.push(use)
  }
  const found_sen = needed.reduce((sum, one) => sum + one.sen, 0)
  if (found_sen >= short_sen) {
    const back = needed.map(({ id, number, sen: used_sen }) => ({
      ...{ kind: 'credit_from_invoice', number, sen: used_sen, link: { to: 'invoice' as const, id } },
    }))
    return { effects: [...back, leaves], blockers: [], from: needed.map(({ id }) => id) }
  }
  return { effects: [leaves], blockers: await creditBlockers(db, payment, parent_id, uses), from: [] }
}

/** Invoices that have used the family's credit since the payment, the latest first, with what they use in all. */
async function usesSince(db: Kysely<DB>, scope: RowScope, parent_id: string, since: Date) {
  const rows = await db
    .selectFrom('credit_entry')
    .innerJoin('invoice', 'invoice.id', 'credit_entry.invoice_id')
    .select(['invoice.id', 'invoice.number'])
    .select(sql<InvoiceStatus>`invoice.status`.as('status'))
    .select((eb) => eb('invoice.id', 'in', invoicesIn(db, scope).select('invoice.id')).as('reached'))
    .where('credit_entry.parent_id', '=', parent_id)
    .where('credit_entry.reason', '=', 'applied')
    .where('credit_entry.created_at', '>=', since)
    .where('invoice.status', 'in', ['unpaid', 'paid', 'pending'])
    .groupBy('invoice.id')
    .orderBy((eb) => eb.fn.max('credit_entry.created_at'), 'desc')
    .orderBy('invoice.number', 'desc')
    .execute()
  const uses = []
  for (const row of rows) {
    const sen = Number(await creditUsedOn(db, row.id))
    if (sen > 0) uses.push({ ...row, sen })
  }
  return uses
}

/** Where the credit went that cannot be taken back here: an invoice being paid or elsewhere, a refund, another family. */
async function creditBlockers(
  db: Kysely<DB>,
  { created_at }: Payment,
  parent_id: string,
  uses: Awaited<ReturnType<typeof usesSince>>,
): Promise<UndoFact[]> {
  const [refunds, moves] = await Promise.all([
    db
      .selectFrom('credit_refund')
      .select(['id', 'number', 'amount_sen', 'status'])
      .where('parent_id', '=', parent_id)
      .where((eb) =>
        eb.or([
          eb('status', 'in', ['requested', 'approved', 'sending']),
          eb.and([eb('status', '=', 'paid'), eb('paid_at', '>=', created_at)]),
        ]),
      )
      .orderBy('id')
      .execute(),
    db
      .selectFrom('credit_move')
      .innerJoin('parent', 'parent.id', 'credit_move.to_parent_id')
      .select(['credit_move.id', 'credit_move.amount_sen', 'parent.name'])
      .where('credit_move.parent_id', '=', parent_id)
      .where('credit_move.status', '=', 'approved')
      .where('credit_move.decided_at', '>=', created_at)
      .orderBy('credit_move.id')
      .execute(),
  ])
  const blockers: UndoFact[] = [
    ...uses
      .filter(({ reached, status }) => !reached || status === 'pending')
      .map(({ id, number, sen, reached }) =>
        reached
          ? { kind: 'in_payment', number, sen, link: { to: 'invoice' as const, id } }
          : { kind: 'credit_elsewhere', sen },
      ),
    ...refunds.map(({ id, number, amount_sen: sen, status }) => ({
      kind: status === 'paid' ? 'credit_refunded' : 'credit_reserved',
      ...{ number, sen, link: { to: 'credit_refund' as const, id } },
    })),
    ...moves.map(({ id, name, amount_sen: sen }) => ({
      ...{ kind: 'credit_moved', name, sen, link: { to: 'credit_move' as const, id } },
    })),
  ]
  if (blockers.length > 0) return blockers
  return [{ kind: 'credit_gone', link: { to: 'family_credit', id: parent_id } }]
}

async function giftFacts(db: Kysely<DB>, payment_id: string, today: string): Promise<UndoPlan> {
  const gift = await db
    .selectFrom('donation')
    .innerJoin('payment', 'payment.id', 'donation.payment_id')
    .leftJoin('infaq_type', 'infaq_type.id', 'donation.infaq_type_id')
    .leftJoin('zakat_type', 'zakat_type.id', 'donation.zakat_type_id')
    .select(['donation.id', 'donation.kind', 'donation.amount_sen', 'payment.number', 'payment.created_at'])
    .select((eb) => eb.fn.coalesce('infaq_type.name', 'zakat_type.name').as('type'))
    .select(
      sql<number>`(select coalesce(sum(delta_sen), 0)::bigint from fund_entry
        where fund_entry.infaq_type_id is not distinct from donation.infaq_type_id
          and fund_entry.zakat_type_id is not distinct from donation.zakat_type_id)`.as('fund_sen'),
    )
    .where('donation.payment_id', '=', payment_id)
    .executeTakeFirst()
  if (!gift) return { effects: [], blockers: [] }
  const link = { to: `donation_${gift.kind as 'infaq' | 'zakat'}` as const, id: gift.id }
  const about = { number: gift.number, name: gift.type, sen: gift.amount_sen, link }
  const blockers: UndoFact[] = []
  if (todayIn(gift.created_at) !== today) blockers.push({ kind: 'gift_day', ...about })
  else if (gift.fund_sen < gift.amount_sen) blockers.push({ kind: 'gift_spent', ...about })
  return { effects: [{ kind: 'gift_withdrawn', ...about }], blockers }
}

/** What the drawer's count says afterwards; one that was counted stays as it was. */
function drawerFacts(payment: Payment): UndoFact[] {
  const { drawer_id, drawer_status, opened_on, clerk: name, amount_sen, rounding_sen } = payment
  if (!drawer_id)
    return payment.method === 'cash' ? [{ kind: 'cash_back', sen: amount_sen + rounding_sen }] : []
  const about = { name, on: opened_on!, link: { to: 'drawer' as const, id: drawer_id } }
  const kind = drawer_status === 'open' ? 'drawer_less' : 'drawer_counted'
  return [{ kind, sen: amount_sen + rounding_sen, ...about }]
}

async function bankLineFacts(db: Kysely<DB>, payment_id: string): Promise<UndoFact[]> {
  const line = await db
    .selectFrom('bank_line_payment')
    .innerJoin('bank_line', 'bank_line.id', 'bank_line_payment.line_id')
    .innerJoin('bank_statement', 'bank_statement.id', 'bank_line.statement_id')
    .select([
      'bank_line.id',
      'bank_line.booked_on',
      'bank_statement.file_name',
      'bank_line_payment.amount_sen',
    ])
    .where('bank_line_payment.payment_id', '=', payment_id)
    .where('bank_line_payment.released_at', 'is', null)
    .executeTakeFirst()
  if (!line) return []
  const { id, booked_on: on, file_name: name, amount_sen: sen } = line
  return [{ kind: 'bank_line_open', name, on, sen, link: { to: 'bank_line', id } }]
}
