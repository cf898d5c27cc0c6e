import { sql, type Transaction } from 'kysely'
import { touched } from '#app/domain/core/changed.ts'
import type { DB } from '#db/types.ts'

/** After a payment is cancelled: opens the amount that it had used of its bank line again. */
export async function releaseLine(trx: Transaction<DB>, payment_id: string): Promise<void> {
  const taken = await trx
    .updateTable('bank_line_payment')
    .set({ released_at: sql<Date>`now()` })
    .where('payment_id', '=', payment_id)
    .where('released_at', 'is', null)
    .returning(['line_id', 'amount_sen'])
    .executeTakeFirst()
  if (!taken) return
  await trx
    .updateTable('bank_line')
    .set({
      assigned_sen: sql`assigned_sen - ${taken.amount_sen}::bigint`,
      status: sql`case when status <> 'matched' then status when parent_id is null then 'unmatched' else 'suggested' end`,
      by_itself: false,
      ...touched,
    })
    .where('id', '=', taken.line_id)
    .execute()
}
