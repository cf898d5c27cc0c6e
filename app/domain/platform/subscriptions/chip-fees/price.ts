import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { DB } from '#db/types.ts'

export const chipFeeKey = 'chip_fee'

/** As the trigger of the ledger has it, which puts the price of its day on each payment by CHIP. */
const price = z.object({ sen: z.number().int().min(0).default(50) })

/** What a payment by CHIP costs an organisation from now on, in sen. */
export async function chipFee(db: Kysely<DB>): Promise<number> {
  const row = await db
    .selectFrom('platform.setting')
    .select('value')
    .where('key', '=', chipFeeKey)
    .executeTakeFirst()
  return price.parse(row?.value ?? {}).sen
}
