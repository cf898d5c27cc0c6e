import { type Kysely, sql, type Transaction } from 'kysely'
import { claimFees } from '#app/domain/billing/plan/claim.ts'
import { dueFees } from '#app/domain/billing/plan/due.ts'
import { type LineFacts, lineFacts } from '#app/domain/billing/plan/facts.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { lineLanguages } from '#app/domain/core/invoicing/line-languages.ts'
import {
  largestTotal,
  type Priced,
  type TaxRules,
  taxRate,
  totals,
} from '#app/domain/core/invoicing/totals.ts'
import { lineAmount } from '#app/domain/core/money.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { givesAny } from '#app/domain/people/student-discounts/student-discount.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { LineInput } from './invoice.ts'

async function taxRules(db: Kysely<DB>): Promise<TaxRules> {
  const [tax, { tax_registered }] = await Promise.all([
    settings(db, 'tax'),
    db
      .selectFrom('platform.entity')
      .select('tax_registered')
      .where('role_name', '=', sql<string>`current_user`)
      .executeTakeFirstOrThrow(),
  ])
  return { ...tax, tax_registered }
}

/** Stores in the facts of an invoice's lines the tax rule and rate (basis points) that apply to them. */
export async function writeTaxFacts(
  trx: Transaction<DB>,
  invoice_id: string,
  rate_bp: number,
): Promise<void> {
  const { scope } = await taxRules(trx)
  const tax = JSON.stringify(rate_bp > 0 ? { rate_bp, scope } : null)
  await trx
    .updateTable('invoice_item')
    .set({ facts: sql`jsonb_set(facts, '{tax}', case when taxable then ${tax}::jsonb else 'null' end)` })
    .where('invoice_id', '=', invoice_id)
    .where('facts', 'is not', null)
    .execute()
}

/** The service tax rate for a student, in basis points. */
export async function rateOf(db: Kysely<DB>, student_id: string): Promise<number> {
  const [rules, { nationality }] = await Promise.all([
    taxRules(db),
    db.selectFrom('student').select('nationality').where('id', '=', student_id).executeTakeFirstOrThrow(),
  ])
  return taxRate(rules, nationality)
}

/** Refuses a total above RM1,000,000.00. */
export function sumsOf(lines: readonly Priced[], rate: number) {
  const { lines: amounts, ...sums } = totals(lines, rate)
  if (sums.total_sen > largestTotal) throw new Refusal('invoice.total_too_large')
  return { amounts, sums }
}

/**
 * A line to write; `facts` explain an amount that was calculated and not typed, `adjusts_period_on` is the first day of a
 * billed period of which the line charges days again.
 */
export type KnownLine = LineInput & {
  facts?: LineFacts | null | undefined
  adjusts_period_on?: string | undefined
}
type PricedLine = KnownLine & Priced

/** Refuses a fee that the organisation does not have. */
export async function priced(db: Kysely<DB>, items: readonly KnownLine[]): Promise<PricedLine[]> {
  const [feeTypes, subjectFees] = await Promise.all([
    known(db, 'fee_type', items, 'fee_type_id'),
    known(db, 'subject_fee', items, 'subject_fee_id'),
  ])
  return items.map((item, index) => {
    const feeType = item.fee_type_id ? feeTypes.get(item.fee_type_id) : { taxable: false }
    if (!feeType) throw new Refusal('not_found.fee_type', `items[${index}].fee_type_id`)
    if (item.subject_fee_id && !subjectFees.has(item.subject_fee_id))
      throw new Refusal('not_found.subject_fee', `items[${index}].description`)
    return { ...item, discount: item.discount ?? 0, taxable: feeType.taxable }
  })
}

/** A discount already on a line. */
type ExistingDiscount = Pick<Priced, 'quantity' | 'price' | 'discount'>

/**
 * Refuses (invoice.above_half, at the discount) a manual discount of more than half of a line by somebody who may not give
 * any discount. Calculated discounts may be larger, and discounts that were there before stay.
 */
export function refuseAboveHalf(
  { roles }: Actor,
  lines: readonly PricedLine[],
  existing: readonly ExistingDiscount[] = [],
): void {
  if (givesAny(roles)) return
  const keyOf = ({ quantity, price, discount }: ExistingDiscount) => [quantity, price, discount].join()
  const unchanged = new Set(existing.map(keyOf))
  const index = lines.findIndex(
    (line) =>
      !line.facts && line.discount * 2 > lineAmount(line.quantity, line.price) && !unchanged.has(keyOf(line)),
  )
  if (index >= 0) throw new Refusal('invoice.above_half', `items[${index}].discount`)
}

async function known(
  db: Kysely<DB>,
  table: 'fee_type' | 'subject_fee',
  items: readonly LineInput[],
  key: 'fee_type_id' | 'subject_fee_id',
): Promise<Map<string, { taxable: boolean }>> {
  const ids = [...new Set(items.flatMap((item) => item[key] ?? []))]
  if (ids.length === 0) return new Map()
  const taxable = table === 'fee_type' ? sql<boolean>`taxable` : sql<boolean>`false`
  const rows = await db
    .selectFrom(table)
    .select(['id', taxable.as('taxable')])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, taxable }) => [id, { taxable }]))
}

/** Replaces the lines of an invoice and the fees they claim. Refuses what {@link claimFees} refuses. */
export async function writeLines(
  trx: Transaction<DB>,
  invoice_id: string,
  lines: readonly PricedLine[],
  amounts: { amount_sen: number; tax_sen: number }[],
): Promise<void> {
  const before = await trx
    .deleteFrom('invoice_item')
    .where('invoice_id', '=', invoice_id)
    .returning(['description', 'description_en', 'description_my'])
    .execute()
  // A line that stays keeps what it said in each language, also after its class was renamed.
  const said = new Map(before.map(({ description, ...languages }) => [description, languages]))
  await trx
    .insertInto('invoice_item')
    .values(
      lines.map((line, index) => ({
        id: newId(),
        invoice_id,
        position: index + 1,
        subject_fee_id: line.subject_fee_id ?? null,
        fee_type_id: line.fee_type_id ?? null,
        description: line.description,
        period_starts_on: line.period_starts_on ?? null,
        period_ends_on: line.period_ends_on ?? null,
        quantity_hundredths: line.quantity,
        price_sen: line.price,
        discount_sen: line.discount,
        discount_reason: line.discount > 0 ? (line.discount_reason ?? null) : null,
        taxable: line.taxable,
        facts: line.facts ? JSON.stringify(line.facts) : null,
        adjusts_period_on: line.adjusts_period_on ?? null,
        ...said.get(line.description),
        ...amounts[index]!,
      })),
    )
    .execute()
  const written = lines.flatMap(({ description }, index) => (said.has(description) ? [] : [index + 1]))
  await sql`update invoice_item set description_en = said.en, description_my = said.my
    from invoice_item as item cross join lateral ${lineLanguages(sql`item`)} as said
    where item.id = invoice_item.id and item.invoice_id = ${invoice_id}
      and item.position = any(${written}::int[])`.execute(trx)
  await claimFees(trx, invoice_id)
}

export function auditedLines(lines: readonly PricedLine[], amounts: { amount_sen: number }[]) {
  return lines.map(({ description, quantity, price, discount }, index) => ({
    description,
    quantity_hundredths: quantity,
    price_sen: price,
    discount_sen: discount,
    amount_sen: amounts[index]!.amount_sen,
  }))
}

/** The fields that facts explain; a line with other values was written by hand. */
interface LineKey {
  subject_fee_id?: string | null | undefined
  period_starts_on?: string | null | undefined
  quantity: number
  price: number
  discount?: number | undefined
}

const lineKey = ({ subject_fee_id, period_starts_on, quantity, price, discount = 0 }: LineKey) =>
  [subject_fee_id, period_starts_on, quantity, price, discount].join()

/**
 * Adds to submitted lines the facts that explain their amounts, from the stored draft or from the fees due today. Facts are
 * never taken from the client: only a line equal to a calculated one gets them. A line that charges days of a billed period
 * again stays one, whatever it costs now.
 */
export async function withFacts(
  trx: Transaction<DB>,
  { student_id, invoice_id }: { student_id: string; invoice_id?: string },
  items: readonly KnownLine[],
  today: string,
): Promise<readonly KnownLine[]> {
  if (items.every((item) => item.facts !== undefined || !item.subject_fee_id)) return items
  const [ofDraft, adjusting, { lines }] = await Promise.all([
    invoice_id ? factsOfDraft(trx, invoice_id) : [],
    invoice_id ? adjustingLines(trx, invoice_id) : [],
    dueFees(trx, student_id, today),
  ])
  const known = new Map<string, LineFacts>(lines.map((line) => [lineKey(line), line.facts]))
  for (const [name, facts] of ofDraft) known.set(name, facts)
  return items.map((item: LineInput & KnownLine) => ({
    ...item,
    facts: item.facts ?? known.get(lineKey(item)) ?? null,
    adjusts_period_on: item.adjusts_period_on ?? adjustedBy(item, adjusting),
  }))
}

interface AdjustingLine {
  subject_fee_id: string | null
  adjusts_period_on: string | null
}

/** The period that a submitted line adjusts; each stored line stands for one. */
function adjustedBy(item: LineInput, adjusting: AdjustingLine[]): string | undefined {
  if (!item.subject_fee_id || item.period_starts_on) return undefined
  const index = adjusting.findIndex(({ subject_fee_id }) => subject_fee_id === item.subject_fee_id)
  return index < 0 ? undefined : (adjusting.splice(index, 1)[0]!.adjusts_period_on ?? undefined)
}

function adjustingLines(trx: Transaction<DB>, invoice_id: string): Promise<AdjustingLine[]> {
  return trx
    .selectFrom('invoice_item')
    .select(['subject_fee_id', 'adjusts_period_on'])
    .where('invoice_id', '=', invoice_id)
    .where('adjusts_period_on', 'is not', null)
    .orderBy('position')
    .execute()
}

async function factsOfDraft(trx: Transaction<DB>, invoice_id: string): Promise<[string, LineFacts][]> {
  const items = await trx
    .selectFrom('invoice_item')
    .select(['subject_fee_id', 'period_starts_on', 'facts'])
    .select(['quantity_hundredths as quantity', 'price_sen as price', 'discount_sen as discount'])
    .where('invoice_id', '=', invoice_id)
    .where('facts', 'is not', null)
    .execute()
  return items.map((item) => [lineKey(item), lineFacts.parse(item.facts)])
}
