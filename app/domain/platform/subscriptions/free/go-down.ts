import { sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import { heldBy } from '../held.ts'
import { movesSubscription } from '../moves.ts'
import { refuseOverLimit } from '../renew.ts'

interface Wanted {
  package_id: string
  version: number
}

/**
 * From the end of what is paid for a package that costs nothing takes the place of the one that is held; nothing is billed, and
 * the organisation may think better of it until then. Refuses a package that costs something or is not on offer
 * (not_found.package), one that is too small for what there is, another one that waits already, and while an invoice is open
 * that moves the subscription (subscription.renewal_open).
 */
export async function goDownToFree(
  trx: Transaction<DB>,
  actor: Actor,
  entity_id: string,
  { package_id, version }: Wanted,
  today: string,
): Promise<void> {
  const held = await heldBy(trx, entity_id)
  if (held.next_package_id) throw new Refusal('subscription.change_waits', 'package_id')
  const offer = await trx
    .selectFrom('platform.package')
    .select(['student_limit', 'branch_limit', 'staff_limit', 'storage_mb'])
    .where('id', '=', package_id)
    .where('status', '=', 'active')
    .where('is_public', '=', true)
    .where('yearly_fee_sen', '=', 0)
    .executeTakeFirst()
  if (!offer) throw new Refusal('not_found.package', 'package_id')
  await refuseOverLimit(trx, offer)
  const open = await trx
    .selectFrom('platform.platform_invoice')
    .select('kind')
    .where('entity_id', '=', entity_id)
    .where('status', 'in', ['unpaid', 'pending'])
    .execute()
  if (open.some(movesSubscription)) throw new Refusal('subscription.renewal_open', 'package_id')
  const { changed } = await trx
    .selectNoFrom(
      sql<string | null>`platform.choose_free_package(${package_id}, ${version}, ${today}::date)`.as(
        'changed',
      ),
    )
    .executeTakeFirstOrThrow()
  if (!changed) throw new Refusal('version_conflict')
  const change = { before: { next_package_id: null }, after: { next_package_id: package_id } }
  await record(trx, actor, 'subscription.free_chosen', { type: 'subscription', id: held.id }, change)
}

/** Thinks better of it before it has begun; refuses version_conflict, also when nothing of the kind waits. */
export async function keepPackage(
  trx: Transaction<DB>,
  actor: Actor,
  entity_id: string,
  version: number,
): Promise<void> {
  const held = await heldBy(trx, entity_id)
  const { changed } = await trx
    .selectNoFrom(sql<string | null>`platform.keep_package(${version})`.as('changed'))
    .executeTakeFirstOrThrow()
  if (!changed) throw new Refusal('version_conflict')
  const change = { before: { next_package_id: held.next_package_id }, after: { next_package_id: null } }
  await record(trx, actor, 'subscription.kept', { type: 'subscription', id: held.id }, change)
}
