import { type Kysely, sql, type Transaction } from 'kysely'
import { claimFees } from '#app/domain/billing/plan/claim.ts'
import type { LineFacts } from '#app/domain/billing/plan/facts.ts'
import type { Actor } from '#app/domain/core/actor.ts'
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
import { givesAny } from '#app/domain/people/student-discounts/half.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { LineInput } from './invoice-form.ts'

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

/** Says in the facts of an invoice's lines by which rule they are taxed, at `rate_bp` in basis points. */
export async function retellTax(trx: Transaction<DB>, invoice_id: string, rate_bp: number): Promise<void> {
  const { scope } = await taxRules(trx)
  const tax = JSON.stringify(rate_bp > 0 ? { rate_bp, scope } : null)
  await trx
    .updateTable('invoice_item')
    .set({ facts: sql`jsonb_set(facts, '{tax}', case when taxable then ${tax}::jsonb else 'null' end)` })
    .where('invoice_id', '=', invoice_id)
    .where('facts', 'is not', null)
    .execute()
}

/** In basis points. */
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

/** A line to write; `facts` say how its amount came about, where nobody typed it. */
export type KnownLine = LineInput & { facts?: LineFacts | null | undefined }
export type PricedLine = KnownLine & Priced

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

/** Discounts that stand on lines already, whoever wrote them. */
type Standing = Pick<Priced, 'quantity' | 'price' | 'discount'>

/**
 * Refuses (invoice.above_half, at the discount) that more than half of a line is taken off by hand by somebody who may not give
 * any discount. What was worked out for the student may be more, and what stood there already stays.
 */
export function refuseAboveHalf(
  { roles }: Actor,
  lines: readonly PricedLine[],
  standing: readonly Standing[] = [],
): void {
  if (givesAny(roles)) return
  const told = ({ quantity, price, discount }: Standing) => [quantity, price, discount].join()
  const kept = new Set(standing.map(told))
  const index = lines.findIndex(
    (line) =>
      !line.facts && line.discount * 2 > lineAmount(line.quantity, line.price) && !kept.has(told(line)),
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

/** Replaces the lines that the invoice had, and the fees that they took. Refuses what {@link claimFees} refuses. */
export async function writeLines(
  trx: Transaction<DB>,
  invoice_id: string,
  lines: readonly PricedLine[],
  amounts: { amount_sen: number; tax_sen: number }[],
): Promise<void> {
  await trx.deleteFrom('invoice_item').where('invoice_id', '=', invoice_id).execute()
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
        ...amounts[index]!,
      })),
    )
    .execute()
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
