import type { Kysely } from 'kysely'
import {
  countLimited,
  limitsOf,
  measured,
  storageLimit,
  storageUsed,
} from '#app/domain/core/features/limits.ts'
import { limited, limitsIn, type OverLimit, overLimits } from '#app/domain/core/features/over-limits.ts'
import { featuresIn } from '#app/domain/platform/packages/find-packages.ts'
import { offers } from '#app/domain/platform/packages/offers.ts'
import type { DB } from '#db/types.ts'
import { dayShare } from './day-share.ts'
import { platformInvoices } from './find-subscription.ts'
import { nothingToRenew, nothingToUpgrade } from './offered/nothing-offered.ts'
import { platformIssuer } from './paper/issuer.ts'
import type { Stage } from './stage.ts'

/** All that an organisation reads of its subscription; null when it has none. */
export async function ownSubscription(db: Kysely<DB>, entity_id: string) {
  const held = await db
    .selectFrom('platform.subscription as subscription')
    .innerJoin('platform.package as package', 'package.id', 'subscription.package_id')
    .leftJoin('platform.package as next', 'next.id', 'subscription.next_package_id')
    .select(['subscription.package_id', 'package.name as package', 'package.yearly_fee_sen'])
    .select(['subscription.status', 'subscription.expires_on', 'subscription.credit'])
    .select(['subscription.auto_renew', 'subscription.version'])
    .select(['subscription.next_package_id', 'next.name as next_package', 'subscription.next_package_on'])
    .select('next.yearly_fee_sen as next_yearly_fee_sen')
    .where('subscription.entity_id', '=', entity_id)
    .$narrowType<{ status: Stage }>()
    .executeTakeFirst()
  if (!held) return null
  const [has, limits, features, invoices, issuer, storage_bytes, storage_mb, sold] = await Promise.all([
    countLimited(db),
    limitsOf(db),
    featuresIn(db, held.package_id),
    platformInvoices(db, entity_id),
    platformIssuer(db),
    storageUsed(db),
    storageLimit(db),
    offers(db),
  ])
  const storage = { bytes: storage_bytes, limit_mb: storage_mb }
  const used = limited.map((noun) => ({ noun, has: has[noun], limit: limits[noun] }))
  const open = invoices.filter(({ status }) => status === 'unpaid' || status === 'pending')
  return {
    held,
    used,
    storage,
    features,
    invoices,
    open,
    transfer: issuer.transfer,
    online: issuer.fpx_seller_id !== null,
    /** Whether there is a package that costs nothing, for one that costs something. */
    free_on_offer: held.yearly_fee_sen > 0 && sold.some(({ yearly_fee_sen }) => yearly_fee_sen === 0),
  }
}

export interface Choice {
  id: string
  name: string
  yearly_fee_sen: number
  /** What it costs for the days that are left, where it is dearer. */
  now_sen: number
  /** All that the organisation has too much of for it. */
  over: OverLimit[]
}

/**
 * The packages that an organisation may choose: for its next years all that cost something, and at once those that are dearer
 * than its own; those that cost nothing follow one that does. Where another one waits already, that alone. Where there is
 * nothing, why.
 */
export async function packageChoicesOf(db: Kysely<DB>, entity_id: string, today: string) {
  const [own, sold, has] = await Promise.all([
    db
      .selectFrom('platform.subscription as subscription')
      .innerJoin('platform.package as package', 'package.id', 'subscription.package_id')
      .select(['package_id', 'next_package_id', 'expires_on', 'subscription.status', 'yearly_fee_sen'])
      .select('subscription.version')
      .where('entity_id', '=', entity_id)
      .executeTakeFirst(),
    offers(db),
    measured(db),
  ])
  const all = sold.map((offer): Choice => {
    const difference = offer.yearly_fee_sen - (own?.yearly_fee_sen ?? 0)
    const now_sen = own?.status === 'active' ? dayShare(difference, today, own.expires_on) : 0
    return {
      ...{ id: offer.id, name: offer.name, yearly_fee_sen: offer.yearly_fee_sen, now_sen },
      over: overLimits(has, limitsIn(offer)),
    }
  })
  const choices = all.filter(({ yearly_fee_sen }) => yearly_fee_sen > 0)
  const waits = own?.next_package_id ?? null
  const renewals = waits ? choices.filter(({ id }) => id === waits) : choices
  const upgrades = waits ? [] : choices.filter(({ now_sen }) => now_sen > 0)
  return {
    held: own?.package_id ?? null,
    renewals,
    free: waits || !own?.yearly_fee_sen ? [] : all.filter(({ yearly_fee_sen }) => yearly_fee_sen === 0),
    version: own?.version ?? 0,
    upgrades,
    nothing: { renewals: nothingToRenew(own, renewals), upgrades: nothingToUpgrade(own, choices, upgrades) },
  }
}
