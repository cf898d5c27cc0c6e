import { type Kysely, sql } from 'kysely'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import type { DB } from '#db/types.ts'

export const entityColumns = columnsOf<EntityRow>()(
  { key: 'name', label: 'admin.dashboard.entity' },
  { key: 'subdomain', label: 'admin.dashboard.subdomain' },
  { key: 'today_sen', label: 'admin.dashboard.collected_today', kind: 'money', room: 'much' },
  { key: 'status', label: 'admin.dashboard.status', kind: 'status' },
)

export const registrationColumns = columnsOf<RegistrationRow>()(
  { key: 'organisation_name', label: 'admin.dashboard.entity' },
  { key: 'reference', label: 'admin.dashboard.reference' },
  { key: 'subdomain', label: 'admin.dashboard.subdomain' },
  { key: 'contact_email', label: 'admin.dashboard.contact' },
  { key: 'reserved_until', label: 'admin.dashboard.reserved_until', kind: 'instant' },
)

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
