import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'

/** An invoice for payments by CHIP that is still to be paid. In the organisation's place, which sees its own alone. */
export const unpaidChipFee = (db: Kysely<DB>, id: string) =>
  db
    .selectFrom('platform.platform_invoice')
    .select(['number', 'period', 'total_sen', 'due_on'])
    .where('id', '=', id)
    .where('kind', '=', 'chip_fee')
    .where('status', '=', 'unpaid')
    .$narrowType<{ period: string }>()
    .executeTakeFirst()
