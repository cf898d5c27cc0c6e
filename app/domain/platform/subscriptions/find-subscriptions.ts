import { type Kysely, sql } from 'kysely'
import { onDay, oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, contains, operatorList, type Selected } from '#app/domain/core/lists/list.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { packageChoices } from '#app/domain/platform/packages/find-packages.ts'
import type { DB } from '#db/types.ts'
import { type Stage, stages } from './subscription.ts'

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
