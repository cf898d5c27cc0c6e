import { type Kysely, sql, type Transaction } from 'kysely'
import { Refusal } from '#app/domain/core/refusal.ts'
import { looksLike } from '#app/domain/organisation/entities/look-alike.ts'
import type { DB } from '#db/types.ts'
import { isBeingMade } from './being-made.ts'

/** Days in which a name that an organisation had belongs to nobody: links to it are still in mails and on paper. */
export const quietDays = 180

/**
 * Whether nobody has a subdomain, waits for it, had it lately, or has one that it would be mixed up with. Works in the
 * platform's place. Refuses duplicate.subdomain, entity.subdomain_freed and entity.subdomain_alike.
 * @param own the registration that asks, which is not in its own way
 */
export async function refuseTaken(db: Kysely<DB>, subdomain: string, own?: string): Promise<void> {
  const waiting = await db
    .selectFrom('platform.entity_registration as registration')
    .select('registration.id')
    .where('subdomain', '=', subdomain)
    .$if(own !== undefined, (query) => query.where('registration.id', '<>', own!))
    .where('status', '=', 'pending')
    .where(({ or, eb, not, exists, selectFrom }) =>
      or([
        eb('reserved_until', '>', sql<Date>`now()`),
        isBeingMade,
        // Whoever owes nothing any more waits for the operator, however long that takes.
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
  await refuseMixedUp(db, subdomain)
}

/**
 * Whether no organisation has a subdomain, had it lately, or has one that it would be mixed up with. Refuses
 * duplicate.subdomain, entity.subdomain_freed and entity.subdomain_alike.
 */
export async function refuseMixedUp(db: Kysely<DB>, subdomain: string): Promise<void> {
  // They are some thousands at most, and what looks alike is no question for an index.
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
 * For whoever lets one in: beside the organisations those count that are being made at this moment, and one decides after
 * the other. Refuses registration.subdomain_alike, which says whom it would be mixed up with.
 */
export async function refuseLetInBeside(
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
        .where(isBeingMade)
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
