import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'

const most = 6

export interface EntityRow {
  id: string
  name: string
  subdomain: string
  today_sen: number
  status: string
}

/** The organisations that took in most on a day, and of those that took in nothing the newest; in sen. */
export async function entitiesOn(db: Kysely<DB>, today: string): Promise<EntityRow[]> {
  return db
    .selectFrom('platform.entity as entity')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('platform.ledger')
          .select(['entity_id', sql<number>`sum(gross_sen)`.as('sen')])
          .where('collected_on', '=', today)
          .groupBy('entity_id')
          .as('taken'),
      (join) => join.onRef('taken.entity_id', '=', 'entity.id'),
    )
    .select(['entity.id', 'entity.name', 'entity.subdomain', 'entity.status'])
    .select(sql<number>`coalesce(taken.sen, 0)`.as('today_sen'))
    .orderBy(sql`coalesce(taken.sen, 0)`, 'desc')
    .orderBy('entity.id', 'desc')
    .limit(most)
    .execute()
}

export interface RegistrationRow {
  id: string
  reference: string
  organisation_name: string
  subdomain: string
  contact_email: string
  reserved_until: Date
}

/** Those that wait for a decision; whose reservation ends first comes first. */
export async function waitingRegistrations(db: Kysely<DB>): Promise<RegistrationRow[]> {
  return pendingRegistrations(db).orderBy('reserved_until').orderBy('id').limit(most).execute()
}

export function pendingRegistrations(db: Kysely<DB>) {
  return db
    .selectFrom('platform.entity_registration')
    .select(['id', 'reference', 'organisation_name', 'subdomain', 'contact_email', 'reserved_until'])
    .where('status', '=', 'pending')
}
