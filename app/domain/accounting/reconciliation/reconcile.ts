import { type Kysely, sql, type Transaction } from 'kysely'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { differingSums } from './collection-sums.ts'

/** Green: the books reconcile; red: a row or the total does not. */
export const reconciliationStates = ['red', 'green'] as const

/** Why a row does not reconcile. */
const reconciliationFaults = [
  'line_missing',
  'payment_differs',
  'ledger_missing',
  'line_gone',
  'books_differ',
  'fee_missing',
  'fee_differs',
  'fee_unfounded',
  'payout_differs',
  'credits_differ',
  'included_differ',
  'top_up_missing',
  'sum_differs',
  'sum_lines_differ',
] as const
type ReconciliationFault = (typeof reconciliationFaults)[number]

const ofNumbers: ReadonlySet<string> = new Set<ReconciliationFault>([
  'credits_differ',
  'included_differ',
  'top_up_missing',
  'sum_lines_differ',
])

/** Whether the figures of a fault are message credits or lines, and not sen. */
export const countsNumbers = (fault: string): boolean => ofNumbers.has(fault)

const ofSums: ReadonlySet<string> = new Set<ReconciliationFault>(['sum_differs', 'sum_lines_differ'])

/** Whether a fault is of a kept sum, whose reference is no document: month, branch, method, source, direction and figure. */
export const isOfSum = (fault: string): boolean => ofSums.has(fault)

/** The reconciliation of an organisation's books; money in sen. */
export interface Reconciliation {
  lines: number
  gross_sen: number
  fees_sen: number
  paid_sen: number
  held_sen: number
  reversed_sen: number
  outside_sen: number
  /** Receipts minus everything that accounts for them; 0 when the books reconcile. */
  difference_sen: number
  /** The number of rows that do not reconcile, and the first of them. */
  faults: number
  fault: ReconciliationFault | null
  fault_id: string | null
  fault_reference: string | null
  fault_expected_sen: number | null
  fault_found_sen: number | null
}

const isGreen = ({ faults, difference_sen }: Pick<Reconciliation, 'faults' | 'difference_sen'>) =>
  faults === 0 && difference_sen === 0

/**
 * Reconciles the books of an organisation in one statement, and so at one moment: FPX receipts (`collection`) must equal
 * fees (`platform.revenue`) plus money paid out and held (`platform.ledger`) plus reversals (`collection`). In addition to
 * the sums each row is compared: payment with collection, collection with ledger, ledger with fee. Refunds that the
 * organisation paid itself do not concern the platform. Message credits are reconciled beside the money: the balance must
 * equal the sum of its ledger, and each paid top-up must have added its credits; their numbers are credits, not sen. Last, the
 * kept sums of the collections must be those of the rows.
 */
export async function reconcileBooks(db: Kysely<DB>): Promise<Reconciliation> {
  const { rows } = await sql<Reconciliation>`
    with book as (
      select collection.*, payment.number, payment.amount_sen, payment.payer_fee_sen as paid_fee_sen
      from collection join payment on payment.id = collection.payment_id),
    ledger as (select * from platform.ledger where entity_id = platform.current_entity()),
    earned as (select id, source_id, reference, gross_sen from platform.revenue
      where entity_id = platform.current_entity() and type = 'transaction_fee' and source_type = 'ledger'),
    charged as (select id, collection_id, reference, payer_fee_sen + tenant_fee_sen as fee_sen from ledger
      where method = 'fpx' and source <> 'rounding' and (gross_sen > 0 or status = 'reversed')),
    held as (select id, credit, included_credit from platform.subscription
      where entity_id = platform.current_entity()),
    entry as (select sum(delta)::bigint as credits, sum(included_delta)::bigint as included from platform.credit_entry
      where entity_id = platform.current_entity()),
    ${faults()},
    first as (select * from fault order by rank, reference, id limit 1),
    sums as (
      select
        (select count(*)::int from book) as lines,
        (select coalesce(sum(gross_sen), 0)::bigint from book where method = 'fpx' and gross_sen > 0) as gross_sen,
        (select coalesce(sum(gross_sen), 0)::bigint from earned) as fees_sen,
        (select coalesce(sum(net_sen), 0)::bigint from ledger where method = 'fpx' and status = 'paid_out') as paid_sen,
        (select coalesce(sum(net_sen), 0)::bigint from ledger
          where method = 'fpx' and status in ('collected', 'settled')) as held_sen,
        (select coalesce(-sum(gross_sen), 0)::bigint from book
          where method = 'fpx' and gross_sen < 0 and status = 'reversed') as reversed_sen,
        (select coalesce(sum(gross_sen), 0)::bigint from book where method <> 'fpx') as outside_sen)
    select sums.*, gross_sen - fees_sen - paid_sen - held_sen - reversed_sen as difference_sen,
      (select count(*)::int from fault) as faults, first.fault, first.id as fault_id, first.reference as fault_reference,
      first.expected_sen as fault_expected_sen, first.found_sen as fault_found_sen
    from sums left join first on true`.execute(db)
  return rows[0]!
}

/** Every row that does not reconcile, with the expected amount; ordered from the payment to the payout. */
const faults = () => sql`
    fault (rank, fault, id, reference, expected_sen, found_sen) as (
      select 1, 'line_missing', payment.id, payment.number, payment.amount_sen, null::bigint from payment
        where status in ('paid', 'cancelled') and not exists (
          select from book where payment_id = payment.id and source <> 'rounding' and gross_sen > 0)
      union all
      select 2, 'payment_differs', book.id, number,
          case when gross_sen <> amount_sen then amount_sen else paid_fee_sen end,
          case when gross_sen <> amount_sen then gross_sen else payer_fee_sen end from book
        where source <> 'rounding' and gross_sen > 0 and (gross_sen <> amount_sen or payer_fee_sen <> paid_fee_sen)
      union all
      select 3, 'ledger_missing', book.id, number, gross_sen, null from book
        where not exists (select from ledger where collection_id = book.id)
      union all
      select 4, 'line_gone', ledger.id, reference, gross_sen, null from ledger
        where not exists (select from book where id = ledger.collection_id)
      union all
      select 5, 'books_differ', book.id, number, book.net_sen, ledger.net_sen
        from book join ledger on ledger.collection_id = book.id
        where (book.gross_sen, book.payer_fee_sen, book.tenant_fee_sen, book.net_sen, book.collected_on, book.source,
            book.method, book.status, coalesce(book.payout_id, ledger.payout_id), book.settles_on)
          is distinct from (ledger.gross_sen, ledger.payer_fee_sen, ledger.tenant_fee_sen, ledger.net_sen,
            ledger.collected_on, ledger.source, ledger.method, ledger.status, ledger.payout_id, ledger.settles_on)
      union all
      select 6, 'fee_missing', charged.id, charged.reference, fee_sen, null from charged
        where not exists (select from earned where source_id = charged.id)
      union all
      select 7, 'fee_differs', charged.id, charged.reference, fee_sen, earned.gross_sen
        from charged join earned on earned.source_id = charged.id where fee_sen <> earned.gross_sen
      union all
      select 8, 'fee_unfounded', earned.id, reference, 0, earned.gross_sen from earned
        where not exists (select from charged where id = earned.source_id)
      union all
      select 9, 'payout_differs', payout.id, payout.number, coalesce(line.net, 0) + coalesce(more.sen, 0), payout.net_sen
        from platform.payout
          left join (select payout_id, sum(net_sen)::bigint as net from ledger group by payout_id) as line
            on line.payout_id = payout.id
          left join (select payout_id, sum(sen)::bigint as sen from platform.payout_adjustment
            where entity_id = platform.current_entity() group by payout_id) as more on more.payout_id = payout.id
        where payout.entity_id = platform.current_entity() and payout.status in ('draft','on_hold','approved','processing','paid')
          and payout.net_sen <> coalesce(line.net, 0) + coalesce(more.sen, 0)
      union all
      select 10, 'credits_differ', held.id, null, coalesce(entry.credits, 0), held.credit
        from held left join entry on true where held.credit <> coalesce(entry.credits, 0)
      union all
      select 11, 'included_differ', held.id, null, coalesce(entry.included, 0), held.included_credit
        from held left join entry on true where held.included_credit <> coalesce(entry.included, 0)
      union all
      select 12, 'top_up_missing', invoice.id, invoice.number, invoice.credits, topup.delta
        from platform.platform_invoice as invoice
          left join platform.credit_entry as topup on topup.about_id = invoice.id and topup.kind = 'topup'
        where invoice.entity_id = platform.current_entity() and invoice.kind = 'credit_topup' and invoice.status = 'paid'
          and topup.delta is distinct from invoice.credits
      union all
      select 13, case figure when 'lines' then 'sum_lines_differ' else 'sum_differs' end, branch_id,
          concat_ws(' ', to_char(month, 'YYYY-MM'), branch, method, source, direction, figure), rows_value, kept_value
        from ${differingSums()} as differing)`

interface Checked extends Reconciliation {
  id: string
  state: 'red' | 'green'
}

/** Reconciles the books of an organisation and stores the result; a second time on one day replaces it. */
export async function storeReconciliation(trx: Transaction<DB>, today: string): Promise<Checked> {
  const found = await reconcileBooks(trx)
  const state = isGreen(found) ? 'green' : 'red'
  const values = { ...found, state, on_day: today, checked_at: sql<Date>`now()` }
  const { id } = await trx
    .insertInto('platform.equation')
    .values({ id: newId(), ...values })
    .onConflict((conflict) => conflict.columns(['entity_id', 'on_day']).doUpdateSet(values))
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...found, id, state }
}
