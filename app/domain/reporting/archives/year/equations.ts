import { type Kysely, sql } from 'kysely'
import { isReceived } from '#app/domain/accounting/collections/collection.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import type { DB } from '#db/types.ts'
import { balancesOn } from './ageing.ts'

/** What is compared, in the order of the sheet. */
export const equations = [
  'accounts',
  'allocated',
  'received',
  'reversed',
  'net',
  'payouts',
  'gifts',
  'funds',
  'closed_months',
] as const
export type EquationName = (typeof equations)[number]

/** A step of the left side of an equation, which adds up to it. */
export interface Term {
  name: string
  sen: number
}

/** Two sums that are the same as long as the books reconcile, worked out from different tables. */
export interface Equation {
  name: EquationName
  left: Term[]
  left_sen: number
  right_sen: number
  difference_sen: number
}

/** A line of the sheet: the terms of an equation, then its two sums. */
export interface EquationRow {
  equation: string
  term: string
  sen: number | null
  left_sen: number | null
  right_sen: number | null
  difference_sen: number | null
}

export const equationColumns = columnsOf<EquationRow>()(
  { key: 'equation', label: 'archive.equation', words: 'archive.equations' },
  { key: 'term', label: 'archive.term', words: 'archive.terms' },
  { key: 'sen', label: 'archive.amount', kind: 'money' },
  { key: 'left_sen', label: 'archive.left', kind: 'money' },
  { key: 'right_sen', label: 'archive.right', kind: 'money' },
  { key: 'difference_sen', label: 'archive.difference', kind: 'money' },
)

export const rowsOfEquations = (all: readonly Equation[]): EquationRow[] =>
  all.flatMap(({ name, left, left_sen, right_sen, difference_sen }) => [
    ...left.map((term) => ({
      ...{ equation: name, term: term.name, sen: term.sen },
      ...{ left_sen: null, right_sen: null, difference_sen: null },
    })),
    { equation: name, term: 'sums', sen: null, left_sen, right_sen, difference_sen },
  ])

const dayOf = (at: string) => sql.raw(`(${at} at time zone 'Asia/Kuala_Lumpur')::date`)

/**
 * Everything that changes what all families owe less their credit, by its day, as in their statements: positive increases it. Credit
 * that is used for an invoice is no movement, since it already belongs to the family.
 */
const movements = sql`
  select 'billed' as name, invoice.issued_on as day, coalesce((select (said.invoice ->> 'total_sen')::bigint
      from invoice_version as said where said.invoice_id = invoice.id order by said.version limit 1), invoice.total_sen) as sen
    from invoice where invoice.status <> 'draft'
  union all
  select 'amended', ${dayOf('said.replaced_at')}, coalesce((select (next.invoice ->> 'total_sen')::bigint from invoice_version as next
      where next.invoice_id = said.invoice_id and next.version > said.version order by next.version limit 1), invoice.total_sen)
      - (said.invoice ->> 'total_sen')::bigint
    from invoice_version as said join invoice on invoice.id = said.invoice_id
  union all
  select 'cancelled', ${dayOf('invoice.cancelled_at')}, -(invoice.total_sen - invoice.credited_sen)
    from invoice where invoice.status = 'cancelled'
  union all
  select 'credited', note.issued_on, -note.total_sen from credit_note as note where note.status in ('approved', 'reversed')
  union all
  select 'credit_reversed', ${dayOf('note.reversed_at')}, note.total_sen from credit_note as note where note.status = 'reversed'
  union all
  select 'paid', payment.paid_on, -part.amount_sen from payment_allocation as part join payment on payment.id = part.payment_id
  union all
  select 'paid', payment.paid_on, -entry.delta_sen from credit_entry as entry join payment on payment.id = entry.payment_id
    where entry.invoice_id is null and entry.delta_sen > 0
  union all
  select 'unpaid', ${dayOf('payment.cancelled_at')}, part.amount_sen
    from payment_allocation as part join payment on payment.id = part.payment_id where part.reversed_at is not null
  union all
  select 'unpaid', ${dayOf('payment.cancelled_at')}, -entry.delta_sen
    from credit_entry as entry join payment on payment.id = entry.payment_id where entry.invoice_id is null and entry.delta_sen < 0
  union all
  select 'refunded', refund.paid_on, refund.amount_sen from credit_refund as refund where refund.status = 'paid'
  union all
  select 'refunded', ${dayOf('entry.created_at')}, -entry.delta_sen from credit_entry as entry
    where num_nonnulls(entry.invoice_id, entry.payment_id, entry.credit_move_id, entry.credit_refund_id) = 0`

/** The credit of all families at the end of a day. */
const creditOn = (day: string) => sql`
  select coalesce(sum(entry.delta_sen), 0)::bigint from credit_entry as entry
    left join payment on payment.id = entry.payment_id and entry.invoice_id is null
    left join credit_refund as refund on refund.id = entry.credit_refund_id
  where case when payment.id is not null and entry.delta_sen > 0 then payment.paid_on
    when payment.id is not null then ${dayOf('payment.cancelled_at')}
    when refund.id is not null then refund.paid_on
    else ${dayOf('entry.created_at')} end <= ${day}::date`

interface Sums {
  equation: EquationName
  side: 'left' | 'right'
  name: string
  sen: number
}

/**
 * The equations of a period, both days included, in sen; each side is summed up from other tables than the other, all at one moment.
 * The first: opening balance + billed − credited − paid = what the invoices owe at its end, less the families' credit.
 */
export async function equationsOf(
  db: Kysely<DB>,
  { from, to }: { from: string; to: string },
): Promise<Equation[]> {
  const within = (column: string) => sql`${sql.raw(column)} between ${from}::date and ${to}::date`
  const { rows } = await sql<Sums>`
    with moved as (${movements}),
    book as (select collection.*, ${isReceived} as came from collection where ${within('collection.collected_on')})
    select 'accounts' as equation, 'left' as side, 'opening' as name, coalesce(sum(sen), 0)::bigint as sen
      from moved where day < ${from}::date
    union all
    select 'accounts', 'left', name, sum(sen)::bigint from moved where ${within('day')} group by name having sum(sen) <> 0
    union all
    select 'accounts', 'right', 'owed', coalesce(sum(balance_sen), 0)::bigint from (${balancesOn(to)}) as owed
    union all
    select 'accounts', 'right', 'credit', -(${creditOn(to)})
    union all
    select 'allocated', 'left', 'payments', coalesce(sum(amount_sen - payer_fee_sen), 0)::bigint
      from payment where status in ('paid', 'cancelled') and ${within('paid_on')}
    union all
    select 'allocated', 'right', 'invoices', coalesce(sum(part.amount_sen), 0)::bigint
      from payment_allocation as part join payment on payment.id = part.payment_id where ${within('payment.paid_on')}
    union all
    select 'allocated', 'right', 'credit', coalesce(sum(entry.delta_sen), 0)::bigint
      from credit_entry as entry join payment on payment.id = entry.payment_id
      where entry.invoice_id is null and entry.delta_sen > 0 and ${within('payment.paid_on')}
    union all
    select 'allocated', 'right', 'gifts', coalesce(sum(entry.delta_sen), 0)::bigint
      from fund_entry as entry join donation on donation.id = entry.donation_id join payment on payment.id = donation.payment_id
      where entry.reason = 'gift' and ${within('payment.paid_on')}
    union all
    select 'received', 'left', 'payments', coalesce(sum(amount_sen), 0)::bigint
      from payment where status in ('paid', 'cancelled') and ${within('paid_on')}
    union all
    select 'received', 'left', 'rounding', coalesce(sum(rounding_sen), 0)::bigint
      from payment where status in ('paid', 'cancelled') and ${within('paid_on')}
    union all
    select 'received', 'right', 'collections', coalesce(sum(gross_sen) filter (where came), 0)::bigint from book
    union all
    select 'reversed', 'left', 'unpaid', coalesce(sum(-amount_sen - rounding_sen), 0)::bigint
      from payment where status = 'cancelled' and ${within("(cancelled_at at time zone 'Asia/Kuala_Lumpur')::date")}
    union all
    select 'reversed', 'right', 'collections', coalesce(sum(gross_sen) filter (where not came and status = 'reversed'), 0)::bigint
      from book
    union all
    select 'net', 'left', 'gross', coalesce(sum(gross_sen), 0)::bigint from book
    union all
    select 'net', 'left', 'fees', -coalesce(sum(payer_fee_sen + tenant_fee_sen), 0)::bigint from book
    union all
    select 'net', 'right', 'collections', coalesce(sum(net_sen), 0)::bigint from book
    union all
    select 'payouts', 'left', 'settled', coalesce(sum(line.gross_sen), 0)::bigint
      from platform.ledger as line join platform.payout as payout on payout.id = line.payout_id
      where line.entity_id = platform.current_entity() and payout.status = 'paid' and ${within('payout.paid_on')}
    union all
    select 'payouts', 'left', 'fees', -coalesce(sum(line.payer_fee_sen + line.tenant_fee_sen), 0)::bigint
      from platform.ledger as line join platform.payout as payout on payout.id = line.payout_id
      where line.entity_id = platform.current_entity() and payout.status = 'paid' and ${within('payout.paid_on')}
    union all
    select 'payouts', 'left', 'adjustments', coalesce(sum(more.sen), 0)::bigint
      from platform.payout_adjustment as more join platform.payout as payout on payout.id = more.payout_id
      where more.entity_id = platform.current_entity() and payout.status = 'paid' and ${within('payout.paid_on')}
    union all
    select 'payouts', 'right', 'paid_out', coalesce(sum(net_sen), 0)::bigint from platform.payout
      where entity_id = platform.current_entity() and status = 'paid' and ${within('paid_on')}
    union all
    select 'gifts', 'left', 'donations', coalesce(sum(payment.amount_sen - payment.payer_fee_sen), 0)::bigint
      from donation join payment on payment.id = donation.payment_id where ${within('payment.paid_on')}
    union all
    select 'gifts', 'right', 'funds', coalesce(sum(entry.delta_sen), 0)::bigint
      from fund_entry as entry join donation on donation.id = entry.donation_id join payment on payment.id = donation.payment_id
      where entry.reason = 'gift' and ${within('payment.paid_on')}
    union all
    select 'funds', 'left', 'opening', coalesce(sum(delta_sen), 0)::bigint from fund_entry where entered_on < ${from}::date
    union all
    select 'funds', 'left', 'fund_changes', sum(delta_sen)::bigint from fund_entry where ${within('entered_on')} having count(*) > 0
    union all
    select 'funds', 'right', 'fund_balances', coalesce(sum(balance), 0)::bigint from (
      select sum(delta_sen) as balance from fund_entry where entered_on <= ${to}::date
      group by kind, infaq_type_id, zakat_type_id) as each
    union all
    select 'closed_months', 'left', 'closings', coalesce(sum(net_sen), 0)::bigint from month_closing
      where reopened_at is null and ${within('month')}
    union all
    select 'closed_months', 'right', 'collections', coalesce(sum(net_sen), 0)::bigint from book
      where exists (select from month_closing where reopened_at is null and ${within('month')}
        and month = date_trunc('month', book.collected_on)::date)`.execute(db)
  return equations.map((name) => {
    const of = (side: 'left' | 'right') =>
      rows
        .filter((row) => row.equation === name && row.side === side)
        .map((row) => ({ name: row.name, sen: row.sen }))
    const sum = (terms: Term[]) => terms.reduce((total, { sen }) => total + sen, 0)
    const left_sen = sum(of('left'))
    const right_sen = sum(of('right'))
    return { name, left: of('left'), left_sen, right_sen, difference_sen: left_sen - right_sen }
  })
}

/** How many payments there are in a period, for an archive that says so when there are none. */
export async function paymentsIn(
  db: Kysely<DB>,
  { from, to }: { from: string; to: string },
): Promise<number> {
  const { count } = await db
    .selectFrom('payment')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('status', 'in', ['paid', 'cancelled'])
    .where('paid_on', '>=', from)
    .where('paid_on', '<=', to)
    .executeTakeFirstOrThrow()
  return count
}
