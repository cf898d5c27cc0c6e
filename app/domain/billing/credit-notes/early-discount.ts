import { type Kysely, sql, type Transaction } from 'kysely'
import { returnToCredit, reverseCredit } from '#app/domain/accounting/credits/change-credit.ts'
import { unlimitedTypes } from '#app/domain/billing/plan/plan-discounts.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { changed } from '#app/domain/core/changed.ts'
import { cancelReportedNote } from '#app/domain/core/invoicing/reported.ts'
import { percentOf } from '#app/domain/core/money.ts'
import { nextNumber } from '#app/domain/core/numbering.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { type CreditableLine, taxToCredit } from './credit-note.ts'

/** An early-payment discount; percentage in basis points, amounts in sen. */
export interface EarlyRule {
  id: string
  code: string
  name: string
  percent_bp: number | null
  amount_sen: number | null
  max_amount_sen: number | null
  stackable: boolean
}

/** An invoice line to which such a discount applies. */
export interface EarlyLine extends CreditableLine {
  discount_sen: number
  /** Whether one of its discounts may reduce the whole price. */
  is_whole: boolean
}

/**
 * The discount on a line before tax, in sen: of what is left of it. A percentage together with the line's other discounts is
 * at most half of its price. A discount that is not stackable skips lines with other discounts.
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

/** The discounts on lines with their tax; lines without a discount are left out. */
export function earlyDiscounts(rule: EarlyRule, lines: readonly EarlyLine[]) {
  return lines.flatMap((line) => {
    const amount_sen = earlyDiscountOf(rule, line)
    if (amount_sen === 0) return []
    return { invoice_item_id: line.id, amount_sen, tax_sen: taxToCredit(line, amount_sen) }
  })
}

interface Given {
  invoice_id: string
  /** The day of the last payment. */
  paid_on: string
  today: string
}

/**
 * Gives the best early-payment discount for an invoice paid in full early enough: as an automatic credit note, whose amount
 * becomes the family's credit; the invoice's lines do not change. Does nothing if no discount applies, a debt was written
 * off, or the invoice is not paid in full.
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
 * Reverses the early-payment discount of an invoice, before its payment is removed. Refuses where the family has used the
 * credit (payment.credit_used, payment.credit_reserved). Returns the amount that counts as paid on the invoice again, in
 * sen.
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
  await cancelReportedNote(trx, id)
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

/** The early-payment discount for paying an open invoice in full today, and its last day; null if there is none. */
export async function earlyOffer(db: Kysely<DB>, invoice_id: string, today: string) {
  const best = await bestRule(db, invoice_id, today)
  return best && { sen: best.total_sen, until: best.rule.until }
}

/** SQL condition: there is an active early-payment discount at all; cheap compared with matching each invoice. */
export const anyEarlyRule = sql<boolean>`exists (
  select from discount where type = 'early' and status = 'active' and deleted_at is null)`

interface ApplicableRule extends EarlyRule {
  /** Its last day. */
  until: string
  lines: EarlyLine[]
}

/** The discount with the largest amount among those that apply to a payment of a day; of equals the first by priority. */
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
            where given ->> 'type' = any(${[...unlimitedTypes]}::text[]))) order by line.position)
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
