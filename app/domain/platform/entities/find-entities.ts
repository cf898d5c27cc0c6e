import { type Kysely, sql } from 'kysely'
import { states } from '#app/domain/core/contact/malaysia.ts'
import { contains } from '#app/domain/core/lists/contains.ts'
import { onDay, oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, operatorList, type Selected } from '#app/domain/core/lists/list.ts'
import { entityStatuses, subscriptionStatuses } from '#app/domain/organisation/entities/entity.ts'
import { organisationTypes } from '#app/domain/organisation/entities/entity-form.ts'
import { packageChoices } from '#app/domain/platform/packages/package-choices.ts'
import type { DB } from '#db/types.ts'

/** All organisations, from the platform's own tables and nothing else: nobody's schema is looked into. */
export const entityList = operatorList<Selected<typeof listed>>()({
  name: 'entity',
  title: 'entity.plural',
  access: { view: 'admin.entity.view', print: 'admin.entity.print' },
  columns: [
    { key: 'name', label: 'entity.name', room: 'who', sort: true },
    { key: 'subdomain', label: 'entity.subdomain', sort: true },
    {
      key: 'organisation_type',
      label: 'entity.organisation_type',
      words: 'entity.types',
      room: 'wide',
      sort: true,
    },
    { key: 'state', label: 'entity.state', room: 'wide', sort: true },
    { key: 'package', label: 'entity.package', none: 'entity.no_package', room: 'table', sort: true },
    {
      key: 'subscription_status',
      label: 'entity.subscription_status',
      words: 'common.status',
      room: 'widest',
      sort: true,
    },
    { key: 'expires_on', label: 'entity.expires_on', kind: 'date', room: 'table', sort: true },
    { key: 'month_sen', label: 'entity.month_sen', kind: 'money', room: 'much', total: true, sort: true },
    { key: 'status', label: 'entity.status', kind: 'status', sort: true },
    { key: 'company_name', label: 'entity.company_name', only: 'file' },
    { key: 'registration_number', label: 'entity.registration_number', only: 'file' },
    { key: 'contact_name', label: 'entity.contact_name', only: 'file' },
    { key: 'contact_phone', label: 'entity.contact_phone', kind: 'phone', only: 'file' },
    { key: 'contact_email', label: 'entity.contact_email', kind: 'email', only: 'file' },
    { key: 'created_at', label: 'entity.created_at', kind: 'instant', only: 'file' },
  ],
  filters: {
    status: oneOf('entity.status', entityStatuses, 'common.status'),
    state: oneOf('entity.state', states),
    type: oneOf('entity.organisation_type', organisationTypes, 'entity.types'),
    package_id: oneEntry('entity.package', packageChoices),
    subscription: oneOf('entity.subscription_status', subscriptionStatuses, 'common.status'),
    expires_from: onDay('entity.expires_from', { until: 'expires_to' }),
    expires_to: onDay('entity.expires_to'),
  },
  tabs: byStatus,
  standard: 'name',
  query(db, _reader, { q, status, state, type, package_id, subscription, expires_from, expires_to }) {
    let query = listed(db)
    if (status) query = query.where('entity.status', '=', status)
    if (state) query = query.where('entity.state', '=', state)
    if (type) query = query.where('entity.organisation_type', '=', type)
    if (package_id) query = query.where('subscription.package_id', '=', package_id)
    if (subscription) query = query.where('subscription.status', '=', subscription)
    if (expires_from) query = query.where('subscription.expires_on', '>=', expires_from)
    if (expires_to) query = query.where('subscription.expires_on', '<=', expires_to)
    if (q)
      query = query.where((eb) => contains(eb, q, ['entity.name', 'entity.subdomain', 'entity.company_name']))
    return query
  },
})

function listed(db: Kysely<DB>) {
  return db
    .selectFrom('platform.entity as entity')
    .leftJoin('platform.subscription as subscription', 'subscription.entity_id', 'entity.id')
    .leftJoin('platform.package as package', 'package.id', 'subscription.package_id')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('platform.ledger')
          .select('entity_id')
          .select(sql<number>`sum(gross_sen)`.as('sen'))
          .where('collected_on', '>=', thisMonth)
          .groupBy('entity_id')
          .as('money'),
      (join) => join.onRef('money.entity_id', '=', 'entity.id'),
    )
    .select(['entity.id', 'entity.name', 'entity.subdomain', 'entity.organisation_type', 'entity.state'])
    .select(['package.name as package', 'subscription.status as subscription_status'])
    .select(['subscription.expires_on', 'entity.status', 'entity.company_name'])
    .select(['entity.registration_number', 'entity.contact_name', 'entity.contact_phone'])
    .select(['entity.contact_email', 'entity.created_at'])
    .select(sql<number>`coalesce(money.sen, 0)`.as('month_sen'))
}

/** The first day of the month that it is in Malaysia. */
const thisMonth = sql<string>`date_trunc('month', now() at time zone 'Asia/Kuala_Lumpur')::date`
