import type { Insertable } from 'kysely'
import { featureCodes } from '#app/domain/core/features/feature.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { insertSubscription } from '#tests/support/database/credit-factories.ts'
import type { TestDatabase } from '#tests/support/database/database.ts'
import { next } from '#tests/support/database/factories.ts'
import type { Tenant } from '#tests/support/database/tenant.ts'

type Given = Partial<Insertable<DB['platform.package']>>

/** A package that is on offer, and what it holds: everything, unless told. */
export function salesPackage(
  { pool }: TestDatabase,
  given: Given = {},
  features: readonly string[] = featureCodes,
): Promise<string> {
  return withPlatform(pool, async (trx) => {
    const number = next()
    const id = newId()
    await trx
      .insertInto('platform.package')
      .values({
        id,
        code: `PKG${number}`,
        name: `Pakej ${number}`,
        registration_fee_sen: 200_00,
        yearly_fee_sen: 480_00,
        transaction_fee_sen: 1_00,
        transaction_fee_b2b1_sen: 2_00,
        included_credit: 500,
        ...given,
      })
      .execute()
    const held = features.map((feature_code) => ({ package_id: id, feature_code }))
    if (held.length > 0) await trx.insertInto('platform.package_feature').values(held).execute()
    return id
  })
}

/** Subscribes a tenant to a new package; gives the package's id. */
export async function subscribed(
  { database, place }: Tenant,
  { features, ...given }: Given & { features?: readonly string[] } = {},
  subscription: Partial<Insertable<DB['platform.subscription']>> = {},
): Promise<string> {
  const package_id = await salesPackage(database, given, features)
  await withPlatform(database.pool, (trx) =>
    insertSubscription(trx, {
      ...{ id: newId(), entity_id: place.id, package_id, starts_on: '2026-01-01', expires_on: '2026-12-31' },
      ...subscription,
    }),
  )
  return package_id
}
