import { type Kysely, sql } from 'kysely'
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
import { onDay, oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, operatorList, type Selected } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { featuresIn, offers, packageChoices } from '#app/domain/platform/packages/find-packages.ts'
import { platformInvoices } from '#app/domain/platform/platform-invoices/find-platform-invoices.ts'
import { platformIssuer } from '#app/domain/platform/platform-invoices/issuer.ts'
import type { DB } from '#db/types.ts'
import { dayShare, isOver, nothingToRenew, nothingToUpgrade, type Stage, stages } from './subscription.ts'

/** Subscriptions, ordered by expiry. */
export const subscriptionList = operatorList<Selected<typeof listed>>()({
  name: 'subscription',
  title: 'subscription.plural',
  access: { view: 'admin.subscription.view', print: 'admin.subscription.print' },
  columns: [
    { key: 'entity', label: 'subscription.entity', room: 'who', sort: true },
    { key: 'package', label: 'subscription.package', sort: true },
    { key: 'expires_on', label: 'subscription.expires_on', kind: 'date', sort: true },
    { key: 'credit', label: 'subscription.credit', kind: 'count', room: 'wide', sort: true },
    {
      key: 'owed_sen',
      label: 'subscription.owed_sen',
      kind: 'money',
      room: 'table',
      total: true,
      sort: true,
    },
    { key: 'status', label: 'subscription.status', kind: 'status', sort: true },
    { key: 'starts_on', label: 'subscription.starts_on', kind: 'date', only: 'file' },
    { key: 'subdomain', label: 'entity.subdomain', only: 'file' },
  ],
  filters: {
    status: oneOf('subscription.status', stages, 'common.status'),
    package_id: oneEntry('subscription.package', packageChoices),
    expires_from: onDay('subscription.expires_from', { until: 'expires_to' }),
    expires_to: onDay('subscription.expires_to'),
    owes: oneOf('subscription.owes', ['open', 'none'], 'subscription.owing'),
  },
  tabs: byStatus,
  defaultSort: 'expires_on',
  query(db, _reader, { q, status, package_id, expires_from, expires_to, owes }) {
    let query = listed(db)
    if (status) query = query.where('subscription.status', '=', status)
    if (package_id) query = query.where('subscription.package_id', '=', package_id)
    if (expires_from) query = query.where('subscription.expires_on', '>=', expires_from)
    if (expires_to) query = query.where('subscription.expires_on', '<=', expires_to)
    if (owes) query = query.where(owed, owes === 'open' ? '>' : '=', 0)
    if (q) query = query.where((eb) => contains(eb, q, ['entity.name', 'entity.subdomain']))
    return query
  },
})

const owed = sql<number>`coalesce(open.sen, 0)`

function listed(db: Kysely<DB>) {
  return db
    .selectFrom('platform.subscription as subscription')
    .innerJoin('platform.entity as entity', 'entity.id', 'subscription.entity_id')
    .innerJoin('platform.package as package', 'package.id', 'subscription.package_id')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('platform.platform_invoice')
          .select('entity_id')
          .select(sql<number>`sum(total_sen)`.as('sen'))
          .where('status', 'in', ['unpaid', 'pending'])
          // Nobody owes a top-up.
          .where('kind', '<>', 'credit_topup')
          .groupBy('entity_id')
          .as('open'),
      (join) => join.onRef('open.entity_id', '=', 'entity.id'),
    )
    .select(['subscription.id', 'entity.name as entity', 'entity.subdomain', 'package.name as package'])
    .select(['subscription.starts_on', 'subscription.expires_on', 'subscription.credit'])
    .select(['subscription.status', owed.as('owed_sen')])
}

/** One subscription as operators see it; refuses not_found.subscription. */
export async function subscriptionForOperator(db: Kysely<DB>, id: string) {
  const row = await db
    .selectFrom('platform.subscription as subscription')
    .innerJoin('platform.entity as entity', 'entity.id', 'subscription.entity_id')
    .innerJoin('platform.package as package', 'package.id', 'subscription.package_id')
    .leftJoin('platform.package as next', 'next.id', 'subscription.next_package_id')
    .select(['subscription.id', 'subscription.entity_id', 'entity.name as entity', 'subscription.status'])
    .select(['subscription.package_id', 'package.name as package', 'package.yearly_fee_sen'])
    .select(['subscription.starts_on', 'subscription.expires_on', 'subscription.credit'])
    .select(['subscription.auto_renew', 'subscription.version', 'entity.default_locale'])
    .select(['next.name as next_package', 'subscription.next_package_on'])
    .where('subscription.id', '=', id)
    .$narrowType<{ status: Stage }>()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.subscription')
  return row
}

/** The heading and version that the form of a step needs; refuses not_found.subscription. */
export async function subscriptionSeen(db: Kysely<DB>, id: string) {
  const { entity, package: name, expires_on, credit, version } = await subscriptionForOperator(db, id)
  return { id, entity, package: name, expires_on, credit, version }
}

const shownChanges = 50

/** The audit history of a subscription, the newest first. */
export async function changesOf(db: Kysely<DB>, id: string) {
  return db
    .selectFrom('platform.audit_log')
    .select(['id', 'at', 'action', 'actor_name', 'actor_type'])
    .select(({ fn, ref }) => [
      sql<string | null>`${ref('before')}->>'expires_on'`.as('expired_on'),
      sql<string | null>`${ref('after')}->>'expires_on'`.as('expires_on'),
      sql<string | null>`${ref('after')}->>'status'`.as('status'),
      sql<string | null>`${ref('before')}->>'credit'`.as('credit_before'),
      sql<string | null>`${ref('after')}->>'credit'`.as('credit'),
      fn.coalesce(sql<string>`${ref('after')}->>'reason'`, sql<string>`''`).as('reason'),
    ])
    .where('object_type', '=', 'subscription')
    .where('object_id', '=', id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(shownChanges)
    .execute()
}

/** The organisation's view of its subscription; null when it has none. */
export async function ownSubscription(db: Kysely<DB>, entity_id: string) {
  const current = await db
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
  if (!current) return null
  const [has, limits, features, invoices, issuer, storage_bytes, storage_mb, sold] = await Promise.all([
    countLimited(db),
    limitsOf(db),
    featuresIn(db, current.package_id),
    platformInvoices(db, entity_id),
    platformIssuer(db),
    storageUsed(db),
    storageLimit(db),
    offers(db),
  ])
  const storage = { bytes: storage_bytes, limit_mb: storage_mb }
  const used = limited.map((noun) => ({ noun, has: has[noun], limit: limits[noun] }))
  // A top-up is paid on the page of message credits.
  const open = invoices.filter(
    ({ kind, status }) => kind !== 'credit_topup' && (status === 'unpaid' || status === 'pending'),
  )
  return {
    held: current,
    used,
    storage,
    features,
    invoices,
    open,
    transfer: issuer.transfer,
    online: issuer.fpx_seller_id !== null,
    /** Whether there is a package that costs nothing, for one that costs something. */
    free_on_offer: current.yearly_fee_sen > 0 && sold.some(({ yearly_fee_sen }) => yearly_fee_sen === 0),
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
