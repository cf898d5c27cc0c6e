import { type Kysely, sql } from 'kysely'
import type { FeeRules } from '#app/domain/core/invoicing/payment-rules.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import type { DB } from '#db/types.ts'

/** What one FPX payment costs an organisation that has subscribed to no package, in sen. */
const withoutPackage = { b2c_sen: 1_00, b2b1_sen: 2_00 }

/**
 * The fee of one FPX payment, in sen, as the price list has it for the organisation's package, and who pays it, which the
 * organisation decides. Runs in an organisation's schema.
 */
export async function feeRules(db: Kysely<DB>): Promise<FeeRules> {
  const [price, bearer] = await Promise.all([
    db
      .selectFrom('platform.subscription')
      .innerJoin('platform.package', 'platform.package.id', 'platform.subscription.package_id')
      .select(['transaction_fee_sen as b2c_sen', 'transaction_fee_b2b1_sen as b2b1_sen'])
      .where(sql<boolean>`platform.subscription.entity_id = (select platform.current_entity())`)
      .executeTakeFirst(),
    settings(db, 'fpx_fee'),
  ])
  return { ...(price ?? withoutPackage), ...bearer }
}
