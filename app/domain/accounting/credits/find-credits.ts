import { type Kysely, sql, type Transaction } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import { creditStanding, reservedOf } from '#app/domain/core/invoicing/credit-standing.ts'
import { onDay, oneOf } from '#app/domain/core/lists/filters.ts'
import { type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { parentsIn } from '#app/domain/people/parents/find-parents.ts'
import type { DB } from '#db/types.ts'
import { type CreditOnInvoice, creditReasons } from './credit.ts'

/** All changes of credit of families within the scope, the latest first, each with the balance after it. */
export const creditList = tenantList<Selected<typeof listed>>()({
  name: 'family-credit',
  title: 'family_credit.plural',
  access: { view: 'family_credit.view', print: 'family_credit.print' },
  columns: [
    { key: 'parent', label: 'family_credit.parent', room: 'who', sort: true },
    { key: 'booked_on', label: 'family_credit.booked_on', kind: 'date', sort: true },
    { key: 'family_code', label: 'parent.family_code', kind: 'number', only: 'file' },
    { key: 'reason', label: 'family_credit.reason', words: 'family_credit.reasons' },
    { key: 'about', label: 'family_credit.about', kind: 'number', room: 'wide' },
    {
      key: 'delta_sen',
      label: 'family_credit.delta_sen',
      kind: 'money',
      room: 'much',
      total: true,
      sort: true,
    },
    { key: 'balance_sen', label: 'family_credit.balance_sen', kind: 'money', room: 'table' },
    { key: 'reserved_sen', label: 'family_credit.reserved_sen', kind: 'money', room: 'widest' },
  ],
  filters: {
    from: onDay('family_credit.from', { until: 'to' }),
    to: onDay('family_credit.to'),
    reason: oneOf('family_credit.reason', creditReasons, 'family_credit.reasons'),
  },
  defaultSort: '-position',
  tieBreaker: 'position',
  query(db, { scope }, { q, from, to, reason }) {
    let query = listed(db, scope)
    if (from) query = query.where('entry.booked_on', '>=', from)
    if (to) query = query.where('entry.booked_on', '<=', to)
    if (reason) query = query.where('entry.reason', '=', reason)
    if (q)
      query = query.where((eb) =>
        contains(eb, q, [
          'parent.name',
          'parent.family_code',
          'invoice.number',
          'payment.number',
          'refund.number',
        ]),
      )
    return query
  },
})

function listed(db: Kysely<DB>, scope: RowScope) {
  return (
    db
      .selectFrom(entries(db, scope).as('entry'))
      .innerJoin('parent', 'parent.id', 'entry.parent_id')
      .leftJoin('invoice', 'invoice.id', 'entry.invoice_id')
      .leftJoin('payment', 'payment.id', 'entry.payment_id')
      .leftJoin('credit_refund as refund', 'refund.id', 'entry.credit_refund_id')
      .select(['entry.id', 'entry.position', 'entry.parent_id', 'entry.booked_on', 'entry.reason'])
      .select(['entry.delta_sen', 'entry.balance_sen', 'entry.invoice_id', 'entry.payment_id'])
      .select(['entry.credit_refund_id', 'parent.name as parent', 'parent.family_code'])
      .select((eb) => eb.fn.coalesce('invoice.number', 'payment.number', 'refund.number').as('about'))
      .select(['entry.is_last'])
      // Reserved credit is shown next to the family's last entry only.
      .select(
        sql<
          number | null
        >`case when entry.is_last then nullif(${reservedOf(sql.ref('entry.parent_id'))}, 0) end`.as(
          'reserved_sen',
        ),
      )
      .select(
        sql<boolean>`exists (select from invoice as open
        where open.payer_parent_id = entry.parent_id and open.status = 'unpaid')`.as('owes'),
      )
      .select(
        sql<boolean>`entry.reason = 'applied' and invoice.status in ('unpaid', 'paid') and (
        select sum(delta_sen) from credit_entry as used where used.invoice_id = entry.invoice_id) < 0`.as(
          'is_used',
        ),
      )
  )
}

/**
 * `position` numbers all entries in their order, so that entries of the same second have a fixed order; `is_last`: the last entry of its family.
 */
function entries(db: Kysely<DB>, scope: RowScope) {
  return db
    .selectFrom('credit_entry')
    .where('parent_id', 'in', parentsIn(db, scope).select('parent.id'))
    .select(['id', 'parent_id', 'invoice_id', 'payment_id', 'credit_refund_id', 'reason', 'delta_sen'])
    .select(bookedOn.as('booked_on'))
    .select([
      sql<number>`row_number() over (order by created_at, id)`.as('position'),
      sql<number>`sum(delta_sen) over (partition by parent_id order by created_at, id)::bigint`.as(
        'balance_sen',
      ),
      sql<boolean>`lead(id) over (partition by parent_id order by created_at, id) is null`.as('is_last'),
    ])
}

/** The day in Malaysian time. */
const bookedOn = sql<string>`(credit_entry.created_at at time zone 'Asia/Kuala_Lumpur')::date`

/** The credit of a family that is not reserved for refunds, in sen. */
export async function freeCredit(db: Kysely<DB>, parent_id: string): Promise<number> {
  const { credit_sen, reserved_sen } = await creditStanding(db, parent_id)
  return credit_sen - reserved_sen
}

/** Locks a family's credit until the transaction ends, and returns it. */
export async function lockCredit(trx: Transaction<DB>, parent_id: string) {
  await trx.selectFrom('parent').select('id').where('id', '=', parent_id).forNoKeyUpdate().execute()
  return creditStanding(trx, parent_id)
}

/** Locks a family's credit and returns the part that is not reserved, in sen; the caller has locked the invoices before. */
export async function lockFreeCredit(trx: Transaction<DB>, parent_id: string): Promise<number> {
  const { credit_sen, reserved_sen } = await lockCredit(trx, parent_id)
  return credit_sen - reserved_sen
}

/** Credit used for an invoice and returned from it, the oldest first. */
export function creditOnInvoice(db: Kysely<DB>, invoice_id: string): Promise<CreditOnInvoice[]> {
  return db
    .selectFrom('credit_entry')
    .select(['id', 'delta_sen', 'reason', bookedOn.as('booked_on')])
    .where('invoice_id', '=', invoice_id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}
