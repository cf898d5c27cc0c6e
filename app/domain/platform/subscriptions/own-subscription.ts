import type { Kysely } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Permission, SessionRole } from '#app/domain/core/access/access.ts'
import { featureLacking, featureRefusal } from '#app/domain/core/features/feature.ts'
import {
  countLimited,
  limited,
  limitsIn,
  limitsOf,
  measured,
  type OverLimit,
  overLimits,
  storageLimit,
  storageUsed,
} from '#app/domain/core/features/limits.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { featuresIn, offers } from '#app/domain/platform/packages/find-packages.ts'
import type { DB } from '#db/types.ts'
import { platformIssuer } from './issuer.ts'
import { dayShare, isOver, nothingToRenew, nothingToUpgrade, type Stage } from './subscription.ts'

/** The organisation's view of its subscription; null when it has none. */
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

interface Choice {
  id: string
  name: string
  yearly_fee_sen: number
  /** Price of an upgrade for the remaining days; 0 if it is not dearer. */
  now_sen: number
  /** The limits that the organisation exceeds. */
  over: OverLimit[]
}

/**
 * Packages that an organisation may choose: all paid ones for a renewal, dearer ones for an upgrade, and free ones to follow a
 * paid one. A package already chosen for the next year is the only choice. `nothing` says why there is none.
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

/** An organisation's subscription with its fee, so only for readers who may see money; null when there is none. */
export async function subscriptionOf(db: Kysely<DB>, entity_id: string) {
  const row = await db
    .selectFrom('platform.subscription')
    .innerJoin('platform.package', 'platform.package.id', 'platform.subscription.package_id')
    .select([
      'platform.package.id as package_id',
      'platform.package.code as package_code',
      'platform.package.name as package_name',
      'platform.package.yearly_fee_sen',
      'platform.subscription.starts_on',
      'platform.subscription.expires_on',
      'platform.subscription.credit',
      'platform.subscription.status',
      'platform.subscription.auto_renew',
    ])
    .where('platform.subscription.entity_id', '=', entity_id)
    .executeTakeFirst()
  return row ?? null
}

/** Values that the table's checks allow. */
interface OneOf {
  kind: 'registration' | 'renewal' | 'upgrade' | 'chip_fee' | 'credit_topup' | 'domain'
  method: 'fpx' | 'bank_transfer' | null
  status: 'unpaid' | 'pending' | 'paid' | 'cancelled'
}

/** The platform's invoices to an organisation, the newest first; of one year, if given. */
export async function platformInvoices(
  db: Kysely<DB>,
  entity_id: string,
  filter: { year?: number | undefined; id?: string } = {},
) {
  let query = db
    .selectFrom('platform.platform_invoice as invoice')
    .select([
      'invoice.id',
      'invoice.number',
      'invoice.kind',
      'invoice.years',
      'invoice.issued_on',
      'invoice.due_on',
      'invoice.sub_total_sen',
      'invoice.tax_rate_bp',
      'invoice.tax_sen',
      'invoice.total_sen',
      'invoice.method',
      'invoice.status',
      'invoice.paid_on',
      'invoice.version',
      'invoice.public_code',
    ])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('platform.platform_invoice_line as line')
          .select(['line.description', 'line.quantity', 'line.price_sen', 'line.amount_sen'])
          .whereRef('line.invoice_id', '=', 'invoice.id')
          .orderBy('line.position'),
      ).as('lines'),
    )
    .where('invoice.entity_id', '=', entity_id)
    .orderBy('invoice.issued_on', 'desc')
    .orderBy('invoice.id', 'desc')
    .limit(200)
    .$narrowType<OneOf>()
  if (filter.id) query = query.where('invoice.id', '=', filter.id)
  const { year } = filter
  if (year)
    query = query
      .where('invoice.issued_on', '>=', `${year}-01-01`)
      .where('invoice.issued_on', '<', `${year + 1}-01-01`)
  return query.execute()
}

/** Why a permission of the roles is withheld: the subscription is over, or the package lacks the feature. */
export function withheldIn(
  { stage, features }: { stage: Stage | null; features: readonly string[] },
  roles: readonly SessionRole[],
  permission: Permission,
): Refusal | undefined {
  if (isOver(stage, roles, permission)) return new Refusal('subscription.over')
  const code = featureLacking(features, permission)
  return code && featureRefusal(code)
}
