import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { RowScope } from '#app/domain/core/actor.ts'
import type { DB } from '#db/types.ts'
import { invoiceHead } from './find-invoices.ts'

const sen = z.number().int()

/** A line of a stored version: the columns of `invoice_item` at that time that are shown. */
const versionItem = z.object({
  description: z.string(),
  subject_fee_id: z.string().nullable(),
  period_starts_on: z.string().nullable(),
  quantity_hundredths: z.number().int(),
  price_sen: sen,
  discount_sen: sen,
  discount_reason: z.string().nullable(),
  tax_sen: sen,
  amount_sen: sen,
})
export type VersionItem = z.output<typeof versionItem>

/** The content of an invoice at one time; `items` in their order. */
const versionContent = z.object({
  due_on: z.string(),
  remark: z.string().nullable(),
  internal_note: z.string().nullable(),
  total_sen: sen,
  tax_total_sen: sen,
  items: z.array(versionItem),
})
export type VersionContent = z.output<typeof versionContent>

/** A line before and after a change; null on the side that does not have it. */
interface Pair {
  before: VersionItem | null
  after: VersionItem | null
}

const nameOf = ({ subject_fee_id, period_starts_on, description }: VersionItem) =>
  subject_fee_id ? `${subject_fee_id} ${period_starts_on}` : description

/**
 * Pairs the lines of two versions by fee and period, or by description. Lines without a counterpart stay alone, the earlier
 * ones first.
 */
export function pairLines(before: readonly VersionItem[], after: readonly VersionItem[]): Pair[] {
  const rest = [...after]
  const pairs: Pair[] = before.map((line) => {
    const index = rest.findIndex((other) => nameOf(other) === nameOf(line))
    return { before: line, after: index < 0 ? null : rest.splice(index, 1)[0]! }
  })
  return [...pairs, ...rest.map((line) => ({ before: null, after: line }))]
}

/** Whether a pair is unchanged. */
export function isSameLine({ before, after }: Pair): boolean {
  if (!before || !after) return false
  const keys = [
    ...(['description', 'quantity_hundredths', 'price_sen', 'discount_sen'] as const),
    ...(['discount_reason', 'tax_sen', 'amount_sen'] as const),
  ]
  return keys.every((key) => before[key] === after[key])
}

/** One change of an issued invoice: its content before and after, by whom (null for a family), when and why. */
interface InvoiceVersionChange {
  version: number
  replaced_at: Date
  by: string | null
  reason: string
  before: VersionContent
  after: VersionContent
}

/**
 * The changes of an invoice after its issue, the latest first. A family gets neither internal notes nor names of staff.
 * Refuses an invoice out of scope.
 */
export async function invoiceVersions(db: Kysely<DB>, scope: RowScope, id: string) {
  const head = await invoiceHead(db, scope, id)
  const isFamily = scope.scope === 'own'
  const { rows } = await sql<{
    version: number
    replaced_at: Date
    by: string | null
    reason: string
    content: unknown
    next: unknown
  }>`
    with said as (
      select version, replaced_at, replaced_by, reason, invoice || jsonb_build_object('items', items) as content
      from invoice_version where invoice_id = ${id}
      union all
      select version, null, null, null, to_jsonb(invoice) || jsonb_build_object('items', (
        select coalesce(jsonb_agg(to_jsonb(item) order by item.position), '[]')
        from invoice_item as item where item.invoice_id = invoice.id))
      from invoice where id = ${id}
    )
    select said.version, said.replaced_at, user_account.name as by, said.reason, said.content, said.next
    from (select *, lead(content) over (order by version) as next from said) as said
      left join user_account on user_account.id = said.replaced_by
    where said.replaced_at is not null
    order by said.version desc`.execute(db)
  const contentOf = (content: unknown): VersionContent => {
    const parsed = versionContent.parse(content)
    return isFamily ? { ...parsed, internal_note: null } : parsed
  }
  const changes: InvoiceVersionChange[] = rows.map(({ content, next, by, ...row }) => ({
    ...row,
    by: isFamily ? null : by,
    before: contentOf(content),
    after: contentOf(next),
  }))
  return { head, changes }
}

/** How often an invoice was changed after its issue. */
export async function countVersions(db: Kysely<DB>, invoice_id: string): Promise<number> {
  const { count } = await db
    .selectFrom('invoice_version')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('invoice_id', '=', invoice_id)
    .executeTakeFirstOrThrow()
  return count
}
