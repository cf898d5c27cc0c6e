import { type Kysely, sql, type Transaction } from 'kysely'
import { formatRinggit } from '#app/domain/core/money.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { GivingKind } from '#app/domain/giving/donations/giving.ts'
import type { DB } from '#db/types.ts'

/** What is left in the fund of a type, in sen. */
export async function fundBalance(db: Kysely<DB>, kind: GivingKind, type_id: string): Promise<number> {
  const { sen } = await db
    .selectFrom('fund_entry')
    .select(sql<number>`coalesce(sum(delta_sen), 0)::bigint`.as('sen'))
    .where(`${kind}_type_id`, '=', type_id)
    .executeTakeFirstOrThrow()
  return sen
}

/**
 * Held until the change is done, so that of two who take from a fund the second sees what the first has left. Refuses
 * (fund.too_little, at `field`) more than there is.
 */
export async function refuseEmptyFund(
  trx: Transaction<DB>,
  kind: GivingKind,
  type_id: string,
  sen: number,
  field?: string,
): Promise<void> {
  await trx
    .selectFrom(`${kind}_type` as 'infaq_type')
    .select('id')
    .where('id', '=', type_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const left = await fundBalance(trx, kind, type_id)
  if (sen > left) throw new Refusal('fund.too_little', field, { amount: formatRinggit(left) })
}
