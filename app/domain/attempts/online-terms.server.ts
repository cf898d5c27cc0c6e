import { type Kysely, sql } from 'kysely'
import { activeOptions } from '#app/domain/payment-options/find-payment-options.server.ts'
import { type Fee, feeOf } from '#app/domain/payments/fee.ts'
import { models } from '#app/domain/payments/payment.ts'
import { settings } from '#app/domain/settings.server.ts'
import type { Model } from '#app/integrations/fpx/fields.ts'
import { DEFAULT_LIMITS, type Limit } from '#app/integrations/fpx/limits.ts'
import type { DB } from '#db/types.ts'

export interface OnlineTerms {
  entity_status: string
  /** Null when the organisation has no seller id yet. */
  seller_id: string | null
  models: Model[]
  limits: Record<Model, Limit>
  fees: Record<Model, Fee>
  approval_days: number
  hidden_banks: string[]
}

export async function onlineTerms(db: Kysely<DB>): Promise<OnlineTerms> {
  const [entity, options, fee, rules] = await Promise.all([
    db
      .selectFrom('platform.entity')
      .select(['status', 'fpx_seller_id'])
      .where('role_name', '=', sql<string>`current_user`)
      .executeTakeFirstOrThrow(),
    activeOptions(db).execute(),
    settings(db, 'fpx_fee'),
    settings(db, 'fpx'),
  ])
  const optionOf = (model: Model) => options.find(({ method }) => method === `fpx_${model.toLowerCase()}`)
  const limitOf = (model: Model): Limit => ({
    min_sen: optionOf(model)?.min_sen ?? DEFAULT_LIMITS[model].min_sen,
    max_sen: optionOf(model)?.max_sen ?? DEFAULT_LIMITS[model].max_sen,
  })
  return {
    entity_status: entity.status,
    seller_id: entity.fpx_seller_id,
    models: entity.fpx_seller_id ? models.filter((model) => optionOf(model) !== undefined) : [],
    limits: { B2C: limitOf('B2C'), B2B1: limitOf('B2B1') },
    fees: { B2C: feeOf(fee, 'B2C'), B2B1: feeOf(fee, 'B2B1') },
    ...rules,
  }
}
