import { type Kysely, sql, type Transaction } from 'kysely'
import { returnToCredit, reverseCredit } from '#app/domain/accounting/credits/change-credit.ts'
import { wholeTypes } from '#app/domain/billing/plan/plan-discounts.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { changed } from '#app/domain/core/changed.ts'
import { percentOf } from '#app/domain/core/money.ts'
import { nextNumber } from '#app/domain/core/numbering.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { type CreditedLine, taxToCredit } from './credit-note.ts'

/** A rule for paying early; percentage in basis points, amounts in sen. */
export interface EarlyRule {
  id: string
  code: string
  name: string
  percent_bp: number | null
  amount_sen: number | null
  max_amount_sen: number | null
  stackable: boolean
}

/** A line that such a rule is about, as it stands on its invoice. */
export interface EarlyLine extends CreditedLine {
  discount_sen: number
  /** Whether among its discounts is one by which all of it may be lowered. */
  is_whole: boolean
}

/**
 * What a rule gives back of a line before tax, in sen: of what is left of it, and with the discounts that it has no more than half
 * of its price, where it is a percentage. A rule that does not add up with others leaves lines alone that have one.
 */
function earlyDiscountOf(rule: EarlyRule, line: EarlyLine): number {
  if (!rule.stackable && line.discount_sen > 0) return 0
  const left = line.amount_sen - line.credited_sen
  const most = Math.min(left, rule.max_amount_sen ?? left)
  if (rule.percent_bp === null) return Math.min(rule.amount_sen ?? 0, most)
  const half = Math.floor((line.amount_sen + line.discount_sen) / 2) - line.discount_sen
  const cap = line.is_whole ? most : Math.min(most, Math.max(half, 0))
  return Math.min(percentOf(left, rule.percent_bp), cap)
}

/** What a rule gives back of the lines that it is about, with the tax of each; lines of which nothing comes back are left out. */
export function earlyDiscounts(rule: EarlyRule, lines: readonly EarlyLine[]) {
  return lines.flatMap((line) => {
    const amount_sen = earlyDiscountOf(rule, line)
    if (amount_sen === 0) return []
    return { invoice_item_id: line.id, amount_sen, tax_sen: taxToCredit(line, amount_sen) }
  })
}

interface Given {
  invoice_id: string
  /** The day on which the last of it was paid. */
  paid_on: string
  today: string
}

/**
 * Whoever has paid all of an invoice so many days before it is due gets back what the best rule for that gives: by a credit
 * note that nobody asks for, never by changing the invoice. It becomes the family's credit. Nothing where no rule is met, where
 * a debt was written off, or where the invoice is not paid in full.
 */
export async function giveEarlyDiscount(
  trx: Transaction<DB>,
  actor: Actor,
  { invoice_id, paid_on, today }: Given,
): Promise<void> {
  const best = await bestRule(trx, invoice_id, paid_on)
  if (!best) return
  const { rule, items, total_sen } = best
  const invoice = await trx
    .updateTable('invoice')
    .set({
      credited_sen: sql`credited_sen + ${total_sen}::bigint`,
      paid_sen: sql`paid_sen - ${total_sen}::bigint`,
      ...changed(actor),
    })
    .where('id', '=', invoice_id)
    .where('status', '=', 'paid')
    .where('paid_sen', '>=', total_sen)
    .returning(['number', 'branch_id', 'payer_parent_id'])
    .executeTakeFirst()
  if (!invoice) return
  const { credit_note_prefix } = await settings(trx, 'numbering')
  const number = await nextNumber(trx, 'credit_note', credit_note_prefix, today)
  const id = newId()
  await trx
    .insertInto('credit_note')
    .values({
      ...{ id, kind: 'credit_note', invoice_id, branch_id: invoice.branch_id, number, discount_id: rule.id },
      ...{ reason: rule.name, status: 'approved', issued_on: today, decided_at: sql<Date>`now()` },
      sub_total_sen: items.reduce((sum, { amount_sen }) => sum + amount_sen, 0),
      tax_total_sen: items.reduce((sum, { tax_sen }) => sum + tax_sen, 0),
      ...{ credit_sen: total_sen, created_by: actor.id, updated_by: actor.id },
    })
    .execute()
  await trx
    .insertInto('credit_note_item')
    .values(items.map((one) => ({ credit_note_id: id, ...one })))
    .execute()
  await enqueue(trx, 'credit_note.send', { credit_note_id: id })
  const after = { invoice: invoice.number, number, total_sen, discount: rule.code, paid_on }
  await record(trx, actor, 'credit_note.given_early', { type: 'credit_note', id }, { after })
  const { payer_parent_id: parent_id } = invoice
  await returnToCredit(trx, actor, { parent_id, invoice_id, sen: total_sen, reason: 'credit_note' })
}

/**
 * What was given for paying an invoice early goes with that payment: for who undoes it, before it is taken off. Refuses
 * (payment.credit_used, payment.credit_reserved) where the family has used it. Returns how much of what was paid is on the
 * invoice again, in sen.
 */
export async function reverseEarlyDiscount(
  trx: Transaction<DB>,
  actor: Actor,
  { invoice_id, parent_id }: { invoice_id: string; parent_id: string },
): Promise<number> {
  const note = await trx
    .updateTable('credit_note')
    .set({ status: 'reversed', reversed_at: sql<Date>`now()`, ...changed(actor) })
    .where('invoice_id', '=', invoice_id)
    .where('discount_id', 'is not', null)
    .where('status', '=', 'approved')
    .returning(['id', 'number', 'total_sen', 'credit_sen'])
    .executeTakeFirst()
  if (!note) return 0
  const { id, number, total_sen, credit_sen } = note
  await reverseCredit(trx, actor, { parent_id, invoice_id, sen: credit_sen, reason: 'credit_note' })
  await trx
    .updateTable('invoice')
    .set({
      credited_sen: sql`credited_sen - ${total_sen}::bigint`,
      paid_sen: sql`paid_sen + ${credit_sen}::bigint`,
      ...changed(actor),
    })
    .where('id', '=', invoice_id)
    .executeTakeFirstOrThrow()
  await record(
    trx,
    actor,
    'credit_note.reversed',
    { type: 'credit_note', id },
    { after: { number, total_sen } },
  )
  return credit_sen
}

/** What comes back to who pays an open invoice today in full, and until when; null where nothing does. */
export async function earlyOffer(db: Kysely<DB>, invoice_id: string, today: string) {
  const best = await bestRule(db, invoice_id, today)
  return best && { sen: best.total_sen, until: best.rule.until }
}

/** Whether there is any rule at all, which is seen at a glance: to ask what each invoice meets is a large query. */
export const anyEarlyRule = sql<boolean>`exists (
  select from discount where type = 'early' and status = 'active' and deleted_at is null)`

interface ApplicableRule extends EarlyRule {
  /** The last day on which it is given. */
  until: string
  lines: EarlyLine[]
}

/** Of the rules that a payment of a day meets the one that gives most; of equals the first in their order. */
async function bestRule(db: Kysely<DB>, invoice_id: string, paid_on: string) {
  const { rows } = await sql<ApplicableRule>`
    select rule.id, rule.code, rule.name, rule.percent_bp, rule.amount_sen, rule.max_amount_sen, rule.stackable,
      least(invoice.due_on - rule.days_early, rule.valid_to)::text as until,
      (select json_agg(json_build_object('id', line.id, 'description', line.description, 'amount_sen', line.amount_sen,
          'tax_sen', line.tax_sen, 'discount_sen', line.discount_sen,
          'credited_sen', (select coalesce(sum(item.amount_sen), 0) from credit_note_item as item
            join credit_note as note on note.id = item.credit_note_id and note.status = 'approved'
            where item.invoice_item_id = line.id),
          'credited_tax_sen', (select coalesce(sum(item.tax_sen), 0) from credit_note_item as item
            join credit_note as note on note.id = item.credit_note_id and note.status = 'approved'
            where item.invoice_item_id = line.id),
          'is_whole', exists (select from jsonb_array_elements(line.facts -> 'discounts') as given
            where given ->> 'type' = any(${[...wholeTypes]}::text[]))) order by line.position)
        from invoice_item as line
          join fee_type on fee_type.id = line.fee_type_id
          join fee_category on fee_category.id = fee_type.fee_category_id
        where line.invoice_id = invoice.id and line.amount_sen > 0
          and case when exists (select from discount_fee_category as chosen where chosen.discount_id = rule.id)
            then exists (select from discount_fee_category as chosen
              where chosen.discount_id = rule.id and chosen.fee_category_id = fee_category.id)
            else fee_category.discountable end) as lines
    from invoice join discount as rule on rule.type = 'early' and rule.status = 'active' and rule.deleted_at is null
    where invoice.id = ${invoice_id} and invoice.status in ('unpaid', 'paid')
      and ${paid_on}::date <= invoice.due_on - rule.days_early
      and ${paid_on}::date between coalesce(rule.valid_from, '-infinity') and coalesce(rule.valid_to, 'infinity')
      and not exists (select from credit_note as note where note.invoice_id = invoice.id and note.status = 'approved'
        and (note.kind = 'write_off' or note.discount_id is not null))
    order by rule.priority, rule.code`.execute(db)
  const options = rows.map((rule) => {
    const items = earlyDiscounts(rule, rule.lines ?? [])
    return {
      rule,
      items,
      total_sen: items.reduce((sum, { amount_sen, tax_sen }) => sum + amount_sen + tax_sen, 0),
    }
  })
  return options
    .filter(({ total_sen }) => total_sen > 0)
    .reduce<(typeof options)[number] | null>(
      (best, one) => (best && best.total_sen >= one.total_sen ? best : one),
      null,
    )
}
