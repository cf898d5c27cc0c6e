import type { Kysely } from 'kysely'
import { type FeatureCode, featureCodes } from '#app/domain/core/features/feature.ts'
import type { DB } from '#db/types.ts'

export interface Offer {
  id: string
  name: string
  description: string | null
  registration_fee_sen: number
  yearly_fee_sen: number
  transaction_fee_sen: number
  transaction_fee_b2b1_sen: number
  included_credit: number
  /** Null: no limit. */
  student_limit: number | null
  branch_limit: number | null
  staff_limit: number | null
  storage_mb: number | null
  trial_days: number
  /** In the order in which features are compared. */
  features: FeatureCode[]
}

/** What anybody may choose among: public, active, in the operator's order. Works in the platform's place. */
export async function offers(db: Kysely<DB>): Promise<Offer[]> {
  const rows = await db
    .selectFrom('platform.package')
    .select(['id', 'name', 'description', 'registration_fee_sen', 'yearly_fee_sen', 'transaction_fee_sen'])
    .select(['transaction_fee_b2b1_sen', 'included_credit', 'student_limit', 'branch_limit', 'staff_limit'])
    .select(['storage_mb', 'trial_days'])
    .where('is_public', '=', true)
    .where('status', '=', 'active')
    .orderBy('sort_order')
    .orderBy('yearly_fee_sen')
    .orderBy('code')
    .execute()
  if (rows.length === 0) return []
  const held = await db
    .selectFrom('platform.package_feature')
    .innerJoin('platform.feature', 'platform.feature.code', 'platform.package_feature.feature_code')
    .select(['package_id', 'feature_code'])
    .where(
      'package_id',
      'in',
      rows.map(({ id }) => id),
    )
    .where('platform.feature.status', '=', 'active')
    .execute()
  const holds = new Set(held.map(({ package_id, feature_code }) => `${package_id} ${feature_code}`))
  return rows.map((row) => ({
    ...row,
    features: featureCodes.filter((code) => holds.has(`${row.id} ${code}`)),
  }))
}
