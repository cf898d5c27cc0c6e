import type { Transaction } from 'kysely'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'

/** What an organisation has subscribed to and which package waits for its next year; refuses not_found.subscription. */
export async function heldBy(trx: Transaction<DB>, entity_id: string) {
  const held = await trx
    .selectFrom('platform.subscription as subscription')
    .innerJoin('platform.package as package', 'package.id', 'subscription.package_id')
    .select(['subscription.id', 'subscription.status', 'package_id', 'next_package_id', 'expires_on'])
    .select(['package.name as package_name', 'package.yearly_fee_sen', 'subscription.version'])
    .where('entity_id', '=', entity_id)
    .executeTakeFirst()
  if (!held) throw new Refusal('not_found.subscription')
  return held
}
export type Held = Awaited<ReturnType<typeof heldBy>>

/** A package that is on offer; refuses not_found.package, and one that costs nothing (subscription.free). */
export async function offerOf(trx: Transaction<DB>, package_id: string) {
  const offer = await trx
    .selectFrom('platform.package')
    .select(['id', 'name', 'yearly_fee_sen', 'student_limit', 'branch_limit', 'staff_limit', 'storage_mb'])
    .where('id', '=', package_id)
    .where('status', '=', 'active')
    .executeTakeFirst()
  if (!offer) throw new Refusal('not_found.package', 'package_id')
  if (offer.yearly_fee_sen === 0) throw new Refusal('subscription.free', 'package_id')
  return offer
}
