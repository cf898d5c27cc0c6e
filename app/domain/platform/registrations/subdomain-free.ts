import { type Kysely, sql, type Transaction } from 'kysely'
import { Refusal } from '#app/domain/core/refusal.ts'
import { looksLike } from '#app/domain/organisation/entities/subdomain.ts'
import type { DB } from '#db/types.ts'

/** Days for which a freed subdomain stays unavailable, since links to it are still in mails and on paper. */
export const quietDays = 180

/**
 * Refuses a subdomain that is in use or reserved (duplicate.subdomain), was freed lately (entity.subdomain_freed), or looks
 * like another (entity.subdomain_alike). Runs in the platform's schema.
 * @param own the registration that asks, which does not conflict with itself
 */
export async function refuseSubdomainTaken(db: Kysely<DB>, subdomain: string, own?: string): Promise<void> {
  const waiting = await db
    .selectFrom('platform.entity_registration as registration')
    .select('registration.id')
    .where('subdomain', '=', subdomain)
    .$if(own !== undefined, (query) => query.where('registration.id', '<>', own!))
    .where('status', '=', 'pending')
    .where(({ or, eb, not, exists, selectFrom }) =>
      or([
        eb('reserved_until', '>', sql<Date>`now()`),
        isProvisioning,
        // A registration that owes nothing waits for the operator without a time limit.
        not(
          exists(
            selectFrom('platform.platform_invoice')
              .select('id')
              .whereRef('registration_id', '=', 'registration.id')
              .where('status', '=', 'unpaid'),
          ),
        ),
      ]),
    )
    .executeTakeFirst()
  if (waiting) throw new Refusal('duplicate.subdomain', 'subdomain')
  await refuseLookAlike(db, subdomain)
}

/**
 * The same among organisations alone: refuses duplicate.subdomain, entity.subdomain_freed and entity.subdomain_alike.
 */
export async function refuseLookAlike(db: Kysely<DB>, subdomain: string): Promise<void> {
  // No index can answer a look-alike search, and there are a few thousand rows at most.
  const entities = await db.selectFrom('platform.entity').select('subdomain').execute()
  const has = (test: (other: string) => boolean) => entities.some((entity) => test(entity.subdomain))
  if (has((other) => other === subdomain)) throw new Refusal('duplicate.subdomain', 'subdomain')
  const freed = await db
    .selectFrom('platform.freed_subdomain')
    .select('subdomain')
    .where('subdomain', '=', subdomain)
    .where('freed_at', '>', sql<Date>`now() - make_interval(days => ${quietDays})`)
    .executeTakeFirst()
  if (freed) throw new Refusal('entity.subdomain_freed', 'subdomain')
  if (has((other) => looksLike(other, subdomain))) throw new Refusal('entity.subdomain_alike', 'subdomain')
}

/**
 * The check at approval: compares with organisations and with registrations that are being provisioned, one approval at a
 * time. Refuses registration.subdomain_alike, which names the other.
 */
export async function refuseSubdomainConflict(
  trx: Transaction<DB>,
  { id, subdomain }: { id: string; subdomain: string },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('platform.let_in', 0))`.execute(trx)
  const entities = trx.selectFrom('platform.entity').select(['name', 'subdomain'])
  const others = await entities
    .unionAll(
      trx
        .selectFrom('platform.entity_registration')
        .select(['organisation_name as name', 'subdomain'])
        .where('status', '=', 'pending')
        .where(isProvisioning)
        .where('id', '<>', id),
    )
    .execute()
  const other = others.find((one) => one.subdomain === subdomain || looksLike(one.subdomain, subdomain))
  if (other)
    throw new Refusal('registration.subdomain_alike', undefined, {
      name: other.name,
      address: other.subdomain,
    })
}

/** SQL condition on a registration: approved, and the provisioning job has not failed. */
export const isProvisioning = sql<boolean>`(approval_asked_at is not null and approval_fault is null)`
