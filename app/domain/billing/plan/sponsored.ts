import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'

/** What somebody else bears of an invoice, in sen. */
export interface Sponsored {
  invoice_id: string
  sponsor: string
  sen: number
}

/** Who bears a part of these invoices by a discount that names them, and how much, by name. */
export async function sponsoredOf(db: Kysely<DB>, invoice_ids: readonly string[]): Promise<Sponsored[]> {
  const { rows } = await sql<Sponsored>`
    select item.invoice_id, given ->> 'sponsor' as sponsor, sum((given ->> 'sen')::bigint)::bigint as sen
    from invoice_item as item, jsonb_array_elements(item.facts -> 'discounts') as given
    where item.invoice_id = any(${invoice_ids}::uuid[]) and given ->> 'sponsor' is not null
    group by item.invoice_id, sponsor order by sponsor`.execute(db)
  return rows
}
