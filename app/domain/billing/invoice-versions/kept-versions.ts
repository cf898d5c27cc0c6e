import { type Kysely, sql } from 'kysely'
import { invoiceHead } from '#app/domain/billing/invoices/find-invoices.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import type { DB } from '#db/types.ts'
import { type KeptContent, keptContent } from './kept-version.ts'

/** One change of an issued invoice: what it said before and after, by whom (null to a family), when and why. */
export interface KeptChange {
  version: number
  replaced_at: Date
  by: string | null
  reason: string
  before: KeptContent
  after: KeptContent
}

/**
 * How an invoice was changed after its issue, the latest change first. A family gets neither internal notes nor names of
 * the staff. Refuses one that the scope does not reach.
 */
export async function keptVersions(db: Kysely<DB>, scope: RowScope, id: string) {
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
  const contentOf = (content: unknown): KeptContent => {
    const told = keptContent.parse(content)
    return isFamily ? { ...told, internal_note: null } : told
  }
  const changes: KeptChange[] = rows.map(({ content, next, by, ...row }) => ({
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
