import { type Kysely, sql } from 'kysely'
import { isReceived } from '#app/domain/accounting/collections/collection.ts'
import { endOfMonth } from '#app/domain/core/dates.ts'
import type { DB } from '#db/types.ts'

/** What an entry is about, in the order in which those of one day are listed. */
export const entryKinds = [
  'invoice',
  'invoice_amended',
  'invoice_cancelled',
  'credit_note',
  'write_off',
  'note_reversed',
  'payment',
  'rounding',
  'credit_used',
  'credit_moved',
  'payment_reversed',
  'payment_refunded',
  'credit_returned',
  'credit_refund',
  'gift_returned',
  'fund_move',
  'payout',
] as const
export type EntryKind = (typeof entryKinds)[number]

/** One line of an entry, in sen: debits are positive, credits negative. */
export interface Posting {
  kind: EntryKind
  /** Of the row that it is about; together with `kind` it names the entry. */
  about_id: string
  posted_on: string
  /** Number of the document. */
  reference: string | null
  /** Whose it is: the payer, or the name of a fund. */
  party: string | null
  /** Where it is booked, see `accounts.ts`. */
  key: string
  sen: number
}

const dayOf = (at: string) => sql.raw(`(${at} at time zone 'Asia/Kuala_Lumpur')::date`)

/**
 * The postings of a month by double entry, from the rows of the books themselves. Each entry balances: what its lines
 * leave over is on the account `suspense`, which stays empty while the books reconcile. An amount that does not pass
 * through a document of its own, such as a refund by the bank, is on `refund_clearing` until its counterpart is booked there.
 */
export async function postingsOf(db: Kysely<DB>, first: string): Promise<Posting[]> {
  const { rows } = await sql<Posting & { sen: number }>`
    with span as (select ${first}::date as first, ${endOfMonth(first)}::date as last),
    ${invoiceLines},
    line (kind, about_id, posted_on, reference, party, key, sen) as (
      ${billed} union all ${credited} union all ${received} union all ${reversed}
      union all ${roundings} union all ${creditLines} union all ${refunds} union all ${funds} union all ${payouts}),
    added as (
      select kind, about_id, min(posted_on) as posted_on, min(reference) as reference, min(party) as party, key,
        sum(sen)::bigint as sen
      from line group by kind, about_id, key, case kind when 'credit_moved' then party end),
    entry as (select kind, about_id, min(posted_on) as posted_on, min(reference) as reference, min(party) as party,
        -sum(sen)::bigint as sen
      from added group by kind, about_id having sum(sen) <> 0)
    select kind, about_id, to_char(posted_on, 'YYYY-MM-DD') as posted_on, reference, party, key, sen from (
      select * from added where sen <> 0
      union all
      select kind, about_id, posted_on, reference, party, 'suspense', sen from entry) as every
    order by every.posted_on, array_position(${sql.lit(`{${entryKinds.join(',')}}`)}::text[], kind), reference, about_id,
      sen < 0, key, party`.execute(db)
  return rows
}

/** Where the fee of a line belongs: its type's own account where that is set, else that of its category. */
const feeKey = (fee_type_id: string, carried: string) =>
  sql.raw(`case when ${carried} then 'opening' else coalesce((
    select case when nullif(trim(fee_type.gl_code), '') is not null then 'fee:' || fee_type.id
      else 'income:' || fee_type.fee_category_id end
    from fee_type where fee_type.id = coalesce(${fee_type_id})), 'income:other') end`)

/** A fee's type, named by the line or by the price that it was billed from. */
const feeTypeOf = (item: string) =>
  `(${item}.fee_type_id)::uuid, (select price.fee_type_id from subject_fee as price where price.id = (${item}.subject_fee_id)::uuid)`

/**
 * Every content that an invoice of the month ever had: stored versions, and the current one as the last. An amendment is the
 * difference of two of them. `line` of a content: what it adds to which account when it is billed.
 */
const invoiceLines = sql`
  touched as (
    select invoice.* from invoice, span
    where invoice.status <> 'draft' and (invoice.issued_on between first and last
      or ${dayOf('invoice.cancelled_at')} between first and last
      or exists (select from invoice_version as said where said.invoice_id = invoice.id
        and ${dayOf('said.replaced_at')} between first and last))),
  content as (
    select said.invoice_id, said.version::bigint as version, said.replaced_at, (said.invoice ->> 'total_sen')::bigint as total_sen,
      said.items
    from invoice_version as said join touched on touched.id = said.invoice_id
    union all
    select touched.id, 9223372036854775807, null, touched.total_sen,
      (select coalesce(jsonb_agg(to_jsonb(item)), '[]') from invoice_item as item where item.invoice_id = touched.id)
    from touched),
  bill as (
    select content.invoice_id, content.version, parts.key, parts.sen
    from content join touched on touched.id = content.invoice_id
    cross join lateral (
      select 'debtor' as key, content.total_sen as sen
      union all
      select ${feeKey(feeTypeOf('item'), 'touched.is_carried_over')}, -(item.amount_sen + item.discount_sen)
      from jsonb_to_recordset(content.items)
        as item (fee_type_id text, subject_fee_id text, amount_sen bigint, discount_sen bigint, tax_sen bigint)
      union all
      select 'discount', item.discount_sen
      from jsonb_to_recordset(content.items) as item (discount_sen bigint)
      union all
      select 'service_tax', -item.tax_sen from jsonb_to_recordset(content.items) as item (tax_sen bigint)
    ) as parts),
  noted as (
    select note.id, note.invoice_id, note.kind, note.number, note.issued_on, note.reversed_at, note.status, parts.key, parts.sen
    from credit_note as note join invoice on invoice.id = note.invoice_id
    cross join lateral (
      select 'debtor' as key, -note.total_sen as sen
      union all
      select 'bad_debt', note.total_sen where note.kind = 'write_off'
      union all
      select case when note.discount_id is not null then 'discount'
          else ${feeKey(feeTypeOf('item'), 'invoice.is_carried_over')} end, credited.amount_sen
      from credit_note_item as credited join invoice_item as item on item.id = credited.invoice_item_id
      where credited.credit_note_id = note.id and note.kind <> 'write_off'
      union all
      select 'service_tax', credited.tax_sen from credit_note_item as credited
      where credited.credit_note_id = note.id and note.kind <> 'write_off'
    ) as parts
    where note.status in ('approved', 'reversed'))`

const payerOf = (id: string) => sql.raw(`(select parent.name from parent where parent.id = ${id})`)

/** Issued, amended and cancelled. Cancelling reverses all that the invoice and its credit notes still have in the books. */
const billed = sql`
  select 'invoice', invoice.id::text, invoice.issued_on, invoice.number, ${payerOf('invoice.payer_parent_id')}, bill.key, bill.sen
  from touched as invoice join span on invoice.issued_on between span.first and span.last
    join bill on bill.invoice_id = invoice.id
      and bill.version = (select min(content.version) from content where content.invoice_id = invoice.id)
  union all
  select 'invoice_amended', invoice.id || '.' || said.version, ${dayOf('said.replaced_at')}, invoice.number,
    ${payerOf('invoice.payer_parent_id')}, bill.key, case when bill.version = said.version then -bill.sen else bill.sen end
  from touched as invoice join content as said on said.invoice_id = invoice.id
    join span on ${dayOf('said.replaced_at')} between span.first and span.last
    join bill on bill.invoice_id = invoice.id and bill.version in (said.version, (
      select min(next.version) from content as next where next.invoice_id = invoice.id and next.version > said.version))
  union all
  select 'invoice_cancelled', invoice.id::text, ${dayOf('invoice.cancelled_at')}, invoice.number,
    ${payerOf('invoice.payer_parent_id')}, gone.key, -gone.sen
  from touched as invoice join span on ${dayOf('invoice.cancelled_at')} between span.first and span.last
    cross join lateral (
      select bill.key, bill.sen from bill where bill.invoice_id = invoice.id and bill.version = 9223372036854775807
      union all
      select noted.key, noted.sen from noted where noted.invoice_id = invoice.id and noted.status = 'approved') as gone
  where invoice.status = 'cancelled'`

const credited = sql`
  select noted.kind, noted.id::text, noted.issued_on, coalesce(noted.number, invoice.number),
    ${payerOf('invoice.payer_parent_id')}, noted.key, noted.sen
  from noted join invoice on invoice.id = noted.invoice_id join span on noted.issued_on between span.first and span.last
  union all
  select 'note_reversed', noted.id::text, ${dayOf('noted.reversed_at')}, coalesce(noted.number, invoice.number),
    ${payerOf('invoice.payer_parent_id')}, noted.key, -noted.sen
  from noted join invoice on invoice.id = noted.invoice_id
    join span on ${dayOf('noted.reversed_at')} between span.first and span.last
  where noted.status = 'reversed'`

const whoPaid = sql.raw(
  `coalesce((select parent.name from parent where parent.id = payment.payer_parent_id), payment.payer_name)`,
)

const fundOf = sql.raw(`'fund:' || coalesce(entry.infaq_type_id, entry.zakat_type_id)`)

/** A line of the collections: what reached the bank or the drawer, and the gateway's fee, of which the payer's part is recovered. */
const moneyLine = sql`
  select 'bank:' || collection.method as key, collection.net_sen as sen
  union all select 'gateway_fee', collection.payer_fee_sen + collection.tenant_fee_sen
  union all select 'fee_recovered', -collection.payer_fee_sen`

/** A payment with what its invoices, the family's credit or a fund got of it. */
const received = sql`
  select 'payment', collection.id::text, collection.collected_on, payment.number, ${whoPaid}, parts.key, parts.sen
  from collection join payment on payment.id = collection.payment_id
    join span on collection.collected_on between span.first and span.last
    cross join lateral (
      ${moneyLine}
      union all select 'debtor', -part.amount_sen from payment_allocation as part where part.payment_id = payment.id
      union all select 'credit', -entry.delta_sen from credit_entry as entry
        where entry.payment_id = payment.id and entry.invoice_id is null and entry.delta_sen > 0
      union all select ${fundOf}, -entry.delta_sen
        from fund_entry as entry join donation on donation.id = entry.donation_id
        where donation.payment_id = payment.id and entry.reason = 'gift') as parts
  where ${isReceived} and collection.source <> 'rounding'`

/** A cancelled payment on the day on which it was cancelled; and money that went back while the payment stays. */
const reversed = sql`
  select 'payment_reversed', collection.id::text, collection.collected_on, payment.number, ${whoPaid}, parts.key, parts.sen
  from collection join payment on payment.id = collection.payment_id
    join span on collection.collected_on between span.first and span.last
    cross join lateral (
      ${moneyLine}
      union all select 'debtor', part.amount_sen from payment_allocation as part
        where part.payment_id = payment.id and part.reversed_at is not null
      union all select 'credit', -entry.delta_sen from credit_entry as entry
        where entry.payment_id = payment.id and entry.invoice_id is null and entry.delta_sen < 0
      union all select ${fundOf}, -entry.delta_sen
        from fund_entry as entry join donation on donation.id = entry.donation_id
        where donation.payment_id = payment.id and entry.reason = 'taken_back') as parts
  where not ${isReceived} and collection.status = 'reversed' and collection.source <> 'rounding'
  union all
  select 'payment_refunded', collection.id::text, collection.collected_on, payment.number, ${whoPaid}, parts.key, parts.sen
  from collection join payment on payment.id = collection.payment_id
    join span on collection.collected_on between span.first and span.last
    cross join lateral (${moneyLine} union all select 'refund_clearing', -collection.gross_sen) as parts
  where collection.status = 'refunded'`

const roundings = sql`
  select 'rounding', collection.id::text, collection.collected_on, payment.number, ${whoPaid}, parts.key, parts.sen
  from collection join payment on payment.id = collection.payment_id
    join span on collection.collected_on between span.first and span.last
    cross join lateral (select 'bank:' || collection.method as key, collection.net_sen as sen
      union all select 'rounding', -collection.gross_sen) as parts
  where collection.source = 'rounding'`

/** Credit used for an invoice or returned from one, moved to another family, and given back outside of the product. */
const creditLines = sql`
  select 'credit_used', entry.id::text, ${dayOf('entry.created_at')}, invoice.number, ${payerOf('entry.parent_id')}, parts.key,
    parts.sen
  from credit_entry as entry join invoice on invoice.id = entry.invoice_id
    join span on ${dayOf('entry.created_at')} between span.first and span.last
    cross join lateral (select 'debtor' as key, entry.delta_sen as sen union all select 'credit', -entry.delta_sen) as parts
  union all
  select 'credit_moved', entry.credit_move_id::text, ${dayOf('entry.created_at')}, null, ${payerOf('entry.parent_id')},
    'credit', -entry.delta_sen
  from credit_entry as entry join span on ${dayOf('entry.created_at')} between span.first and span.last
  where entry.credit_move_id is not null
  union all
  select 'credit_returned', entry.id::text, ${dayOf('entry.created_at')}, null, ${payerOf('entry.parent_id')}, parts.key,
    parts.sen
  from credit_entry as entry join span on ${dayOf('entry.created_at')} between span.first and span.last
    cross join lateral (select 'credit' as key, -entry.delta_sen as sen
      union all select 'refund_clearing', entry.delta_sen) as parts
  where num_nonnulls(entry.invoice_id, entry.payment_id, entry.credit_move_id, entry.credit_refund_id) = 0`

/** Through CHIP the money goes back by a line of the collections, so here it only leaves the family's credit. */
const refunds = sql`
  select 'credit_refund', refund.id::text, refund.paid_on, refund.number, ${payerOf('refund.parent_id')}, parts.key, parts.sen
  from credit_refund as refund join span on refund.paid_on between span.first and span.last
    cross join lateral (select 'credit' as key, refund.amount_sen as sen
      union all select case refund.method when 'chip' then 'refund_clearing' else 'bank:' || refund.method end,
        -(refund.amount_sen + refund.rounding_sen)
      union all select 'rounding', refund.rounding_sen) as parts
  where refund.status = 'paid'`

const fundName = sql.raw(
  `(select coalesce((select name from infaq_type where id = entry.infaq_type_id), (select name from zakat_type where id = entry.zakat_type_id)))`,
)

/** A gift that went back while its payment stays; money of a fund that was spent, passed on or moved. */
const funds = sql`
  select 'gift_returned', entry.id::text, entry.entered_on, payment.number, ${fundName}, parts.key, parts.sen
  from fund_entry as entry join donation on donation.id = entry.donation_id
    left join payment on payment.id = donation.payment_id
    join span on entry.entered_on between span.first and span.last
    cross join lateral (select ${fundOf} as key, -entry.delta_sen as sen
      union all select 'refund_clearing', entry.delta_sen) as parts
  where entry.reason = 'returned'
  union all
  select 'fund_move', entry.fund_move_id::text, entry.entered_on, move.reference_no, ${fundName}, parts.key, parts.sen
  from fund_entry as entry join fund_move as move on move.id = entry.fund_move_id
    join span on entry.entered_on between span.first and span.last
    cross join lateral (select ${fundOf} as key, -entry.delta_sen as sen
      union all select 'bank:fund', entry.delta_sen where move.purpose <> 'moved') as parts`

/** What the platform paid out, from the account where it collects to that of the organisation. */
const payouts = sql`
  select 'payout', payout.id::text, payout.paid_on, payout.number, null, parts.key, parts.sen
  from platform.payout as payout join span on payout.paid_on between span.first and span.last
    cross join lateral (select 'bank:payout' as key, payout.net_sen as sen
      union all select 'bank:fpx', -(payout.net_sen - payout.adjustments_sen)
      union all select 'payout_adjustment', -payout.adjustments_sen) as parts
  where payout.entity_id = platform.current_entity() and payout.status = 'paid'`
