import { type Kysely, sql } from 'kysely'
import { enrolledOn } from '#app/domain/classes/sessions/enrolled-on.ts'
import type { SessionKind } from '#app/domain/classes/sessions/words.ts'
import type { DB } from '#db/types.ts'
import { type GivenDiscount, type LineFacts, lineFacts, recalculated } from './facts.ts'
import { isOfSessions } from './period-sql.ts'

/** The office sees who gave a discount and why, a family only the discounts, anybody with the link not even the sponsor. */
export type Reader = 'office' | 'family' | 'anybody'

/** A session behind a line that charges sessions. */
export interface SaidSession {
  held_on: string
  starts: string
  ends: string
  kind: SessionKind
  /** held: charged; back: charged earlier, then found not to be held; cancelled: not charged. */
  outcome: 'held' | 'back' | 'cancelled'
  /** The day of the session that replaces a cancelled one, once held. */
  made_up_on: string | null
  /** Held before the month that the line charges. */
  is_late: boolean
}

/** The sessions that the lines of an invoice charge or give back, and those of their months that were cancelled. */
async function sessionsOf(
  db: Kysely<DB>,
  invoice_id: string,
): Promise<(SaidSession & { item_id: string })[]> {
  const { rows } = await sql<SaidSession & { item_id: string }>`
    select billed.invoice_item_id as item_id, class_session.held_on, class_session.starts, class_session.ends,
      class_session.kind, case billed_session.sign when 1 then 'held' else 'back' end as outcome, null::date as made_up_on,
      billed_session.sign = 1 and class_session.held_on < billed.period_starts_on as is_late
    from billed_fee as billed
      join billed_session using (student_id, subject_id, fee_type_id, apply_to, period_key)
      join class_session on class_session.id = billed_session.session_id
    where billed.invoice_id = ${invoice_id}
    union all
    select billed.invoice_item_id, class_session.held_on, class_session.starts, class_session.ends, class_session.kind,
      'cancelled', (select made_up.held_on from class_session as made_up
        where made_up.replaces_id = class_session.id and made_up.status = 'confirmed'), false
    from billed_fee as billed
      join class_session on class_session.subject_id = billed.subject_id and class_session.status = 'cancelled'
        and class_session.held_on between billed.period_starts_on and billed.period_ends_on
      join enrolment on enrolment.student_id = billed.student_id and ${enrolledOn}
    where billed.invoice_id = ${invoice_id} and ${isOfSessions(sql`billed.period_key`)}
    order by held_on, starts`.execute(db)
  return rows
}

/**
 * The calculated lines of an invoice with their facts, each recalculated from them (`again`, whose `agrees` says whether the
 * stored line has the same amounts). `price_since` is the day from which the price is valid.
 */
export async function explainAmounts(db: Kysely<DB>, invoice_id: string, reader: Reader) {
  const items = await db
    .selectFrom('invoice_item')
    .leftJoin('subject_fee', 'subject_fee.id', 'invoice_item.subject_fee_id')
    .select([
      'invoice_item.id',
      'invoice_item.position',
      'invoice_item.description',
      'invoice_item.quantity_hundredths',
    ])
    .select(['invoice_item.price_sen', 'invoice_item.discount_sen', 'invoice_item.tax_sen'])
    .select(['invoice_item.amount_sen', 'invoice_item.facts', 'subject_fee.starts_on as price_since'])
    .select(['invoice_item.period_starts_on', 'invoice_item.period_ends_on'])
    .select(['invoice_item.description_en', 'invoice_item.description_my'])
    .where('invoice_item.invoice_id', '=', invoice_id)
    .where('invoice_item.facts', 'is not', null)
    .orderBy('invoice_item.position')
    .execute()
  const explained = items.map(({ facts: stored, ...line }) => ({ ...line, facts: lineFacts.parse(stored) }))
  const sessions = explained.some(({ facts }) => facts.sessions) ? await sessionsOf(db, invoice_id) : []
  return explained.map(({ id, facts, ...line }) => ({
    ...line,
    facts: shownTo(reader, facts),
    again: recalculated(facts, line),
    sessions: sessions.filter(({ item_id }) => item_id === id).map(({ item_id: _, ...said }) => said),
  }))
}
export type ExplainedLine = Awaited<ReturnType<typeof explainAmounts>>[number]

function shownTo(reader: Reader, facts: LineFacts): LineFacts {
  if (reader === 'office') return facts
  const shown = (one: GivenDiscount) => ({
    ...{ ...one, decided_by: null, reason: null, student_discount_id: null },
    sponsor: reader === 'family' ? one.sponsor : null,
  })
  return {
    ...facts,
    own: facts.own && { ...facts.own, reason: '' },
    discounts: facts.discounts.map(shown),
  }
}

const changeKinds = ['new', 'price', 'discount', 'quantity', 'gone'] as const

export interface Change {
  kind: (typeof changeKinds)[number]
  description: string
  before_sen: number | null
  now_sen: number | null
}

/**
 * How an invoice differs from those for the periods before: fees that are new, changed in price, discount or quantity, or are
 * no longer billed. Null when nothing was billed before.
 */
export async function changesSince(db: Kysely<DB>, invoice_id: string): Promise<Change[] | null> {
  const { rows } = await sql<Change & { has_before: boolean }>`
    with billed as (
      select billed_fee.*, item.description, item.price_sen, item.discount_sen, item.quantity_hundredths,
        item.amount_sen, item.position
      from billed_fee
        join invoice on invoice.id = billed_fee.invoice_id and invoice.status not in ('draft', 'cancelled')
        join invoice_item as item on item.id = billed_fee.invoice_item_id
      where billed_fee.student_id = (select student_id from invoice where id = ${invoice_id})
        and billed_fee.period_starts_on is not null
    ), now as (
      select * from billed where invoice_id = ${invoice_id}
    ), before as (
      select distinct on (now.invoice_item_id) now.invoice_item_id as now_id, billed.*
      from now join billed on billed.subject_id = now.subject_id and billed.fee_type_id = now.fee_type_id
        and billed.apply_to = now.apply_to and billed.period_ends_on < now.period_starts_on
      order by now.invoice_item_id, billed.period_starts_on desc
    ), month as (
      select (min(period_starts_on) - interval '1 month')::date as before, min(period_starts_on) as starts_on
      from now where period_key like '____-__' and period_key not like '%-Q%' and period_key not like '%-H%'
    ), gone as (
      select billed.* from billed join month on billed.period_starts_on = month.before
      where billed.period_key = to_char(month.before, 'YYYY-MM') and not exists (
        select from billed as later where later.subject_id = billed.subject_id
          and later.fee_type_id = billed.fee_type_id and later.apply_to = billed.apply_to
          and later.period_starts_on <= month.starts_on and later.period_ends_on >= month.starts_on)
    ), change as (
      select case when before.now_id is null then 'new' when before.price_sen <> now.price_sen then 'price'
          when before.discount_sen <> now.discount_sen then 'discount'
          when before.quantity_hundredths <> now.quantity_hundredths then 'quantity' end as kind,
        now.description, before.amount_sen as before_sen, now.amount_sen as now_sen, now.position
      from now left join before on before.now_id = now.invoice_item_id
      union all select 'gone', description, amount_sen, null, 1000 + position from gone
    )
    select change.*, exists (select from billed, now where billed.period_ends_on < now.period_starts_on) as has_before
    from change order by position`.execute(db)
  if (!rows.some(({ has_before }) => has_before)) return null
  return rows.flatMap(({ kind, description, before_sen, now_sen }) =>
    kind ? [{ kind, description, before_sen, now_sen }] : [],
  )
}

/** The part of an invoice that a sponsor pays, in sen. */
interface Sponsored {
  invoice_id: string
  sponsor: string
  sen: number
}

/** The sponsors of these invoices (named by discounts) with their parts, by name. */
export async function sponsoredOf(db: Kysely<DB>, invoice_ids: readonly string[]): Promise<Sponsored[]> {
  const { rows } = await sql<Sponsored>`
    select item.invoice_id, given ->> 'sponsor' as sponsor, sum((given ->> 'sen')::bigint)::bigint as sen
    from invoice_item as item, jsonb_array_elements(item.facts -> 'discounts') as given
    where item.invoice_id = any(${invoice_ids}::uuid[]) and given ->> 'sponsor' is not null
    group by item.invoice_id, sponsor order by sponsor`.execute(db)
  return rows
}
