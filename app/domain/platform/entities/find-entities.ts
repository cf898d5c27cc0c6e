import { type Kysely, sql } from 'kysely'
import { todayInSql } from '#app/domain/core/clock.ts'
import { addressNames, states } from '#app/domain/core/contact/address.ts'
import { startOfMonth } from '#app/domain/core/dates.ts'
import { countLimited } from '#app/domain/core/features/limits.ts'
import { onDay, oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, operatorList, type Selected } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { successes } from '#app/domain/core/sign-in-log.ts'
import {
  entityStatuses,
  organisationTypes,
  subscriptionStatuses,
} from '#app/domain/organisation/entities/entity-form.ts'
import { packageChoices } from '#app/domain/platform/packages/find-packages.ts'
import type { DB } from '#db/types.ts'

/** All organisations, from the platform's tables alone; no tenant schema is read. */
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
  defaultSort: 'name',
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

/** The first day of the present month in Malaysia. */
const thisMonth = sql<string>`date_trunc('month', ${todayInSql})::date`

/** One organisation as operators see it, without its bank account and any secret; refuses with not_found.entity. */
export async function entityForOperator(db: Kysely<DB>, id: string) {
  const row = await db
    .selectFrom('platform.entity as entity')
    .leftJoin('platform.subscription as subscription', 'subscription.entity_id', 'entity.id')
    .leftJoin('platform.package as package', 'package.id', 'subscription.package_id')
    .select(['entity.id', 'entity.name', 'entity.subdomain', 'entity.organisation_type', 'entity.status'])
    .select(['entity.inactive_reason', 'entity.company_name', 'entity.registration_number'])
    .select(['entity.licence_no', 'entity.nametag', 'entity.contact_name', 'entity.contact_phone'])
    .select(['entity.contact_email', 'entity.default_locale', 'entity.fpx_seller_id', 'entity.version'])
    .select(['entity.custom_domain', 'entity.custom_domain_status', 'entity.smtp_status'])
    .select(['entity.custom_domain_checked_at', 'entity.custom_domain_off_at'])
    .select('entity.custom_domain_off_reason')
    .select(['entity.created_at', 'entity.updated_at'])
    .select(addressNames.map((name) => `entity.${name}` as const))
    .select([
      'package.name as package',
      'package.student_limit',
      'package.branch_limit',
      'package.staff_limit',
    ])
    .select(['subscription.status as subscription_status', 'subscription.starts_on'])
    .select(['subscription.expires_on', 'subscription.credit'])
    .where('entity.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.entity')
  return row
}

/** Collections less reversals, from the platform's ledger. */
export async function moneyOfEntity(db: Kysely<DB>, id: string, today: string) {
  const month = startOfMonth(today)
  const sums = await db
    .selectFrom('platform.ledger')
    .select([
      sql<number>`coalesce(sum(gross_sen), 0)`.as('all_sen'),
      sql<number>`coalesce(sum(gross_sen) filter (where collected_on >= ${month}::date), 0)`.as('month_sen'),
    ])
    .where('entity_id', '=', id)
    .executeTakeFirstOrThrow()
  return { month, ...sums }
}

/** Number of unresolved payment exceptions and of failed jobs. */
export async function troubleOfEntity(db: Kysely<DB>, id: string) {
  const [exceptions, jobs] = await Promise.all([
    db
      .selectFrom('platform.payment_exception')
      .select(sql<number>`count(*)`.as('count'))
      .where('entity_id', '=', id)
      .where('state', '<>', 'resolved')
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('platform.failed_job')
      .select(sql<number>`count(*)`.as('count'))
      .where('entity_id', '=', id)
      .where('retried_at', 'is', null)
      .executeTakeFirstOrThrow(),
  ])
  return { exceptions: exceptions.count, jobs: jobs.count }
}

/** Counts of people and the last sign-in. Runs in the organisation's schema. */
export async function sizeOfEntity(db: Kysely<DB>) {
  const [counts, last] = await Promise.all([
    countLimited(db),
    db
      .selectFrom('login_log')
      .select('at')
      .where('result', 'in', successes)
      .orderBy(sql`at desc nulls last`)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ])
  return { ...counts, last_sign_in: last?.at ?? null }
}

/** Notes on a page; older ones stay in the table and in the audit log. */
const mostShown = 50

/** Operators' notes about an organisation, the newest first; the organisation does not see them. */
export function entityNotes(db: Kysely<DB>, entity_id: string) {
  return db
    .selectFrom('platform.entity_note')
    .select(['id', 'body', 'author', 'created_at'])
    .where('entity_id', '=', entity_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostShown)
    .execute()
}
