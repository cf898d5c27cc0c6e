import { type Kysely, sql } from 'kysely'
import { looksLike } from '#app/domain/entities/look-alike.ts'
import { Refusal } from '#app/domain/refusal.ts'
import type { DB } from '#db/types.ts'
import { isBeingMade } from './being-made.server.ts'

/**
 * Whether nobody has a subdomain, waits for it, or has one that it would be mixed up with. Works in the platform's place.
 * Refuses duplicate.subdomain and entity.subdomain_alike.
 */
export async function refuseTaken(db: Kysely<DB>, subdomain: string): Promise<void> {
  const waiting = await db
    .selectFrom('platform.entity_registration as registration')
    .select('registration.id')
    .where('subdomain', '=', subdomain)
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
  // They are some thousands at most, and what looks alike is no question for an index.
  const entities = await db.selectFrom('platform.entity').select('subdomain').execute()
  const has = (test: (other: string) => boolean) => entities.some((entity) => test(entity.subdomain))
  if (has((other) => other === subdomain)) throw new Refusal('duplicate.subdomain', 'subdomain')
  if (has((other) => looksLike(other, subdomain))) throw new Refusal('entity.subdomain_alike', 'subdomain')
}
