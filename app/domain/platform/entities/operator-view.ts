import { type Kysely, sql } from 'kysely'
import { successes } from '#app/domain/audit/log/login.ts'
import { addressNames } from '#app/domain/core/contact/address.ts'
import { startOfMonth } from '#app/domain/core/dates.ts'
import { countLimited } from '#app/domain/core/features/limits.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'

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

/** What came in by the platform's own book, less what was taken back. */
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

/** What waits for a person: exceptions of payments that are not settled, and jobs that failed for good. */
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

/** How many people it has, and when one of them last signed in. In the organisation's place. */
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
