import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { applicationByCode } from './family-side.ts'

/**
 * All that a letter about an application says, and to whom of the family it goes; undefined when its names are gone.
 * `days`: for how many it has been waiting, when its deciders were reminded of it, else null.
 */
export async function letterData(db: Kysely<DB>, id: string) {
  const row = await db
    .selectFrom('application')
    .innerJoin('application_parent as first', (join) =>
      join.onRef('first.application_id', '=', 'application.id').on('first.place', '=', 1),
    )
    .select(['application.public_code', 'first.name', 'first.email'])
    .select(
      sql<number | null>`case when reminded_at is not null
        then floor(extract(epoch from now() - submitted_at) / 86400)::integer end`.as('days'),
    )
    .where('application.id', '=', id)
    .executeTakeFirst()
  const application = row && (await applicationByCode(db, row.public_code))
  if (!application) return undefined
  const { name, email, public_code, days } = row
  return { application: { ...application, public_code }, family: { name, email }, days }
}

/** The places of children within their application. */
export async function placesOf(db: Kysely<DB>, ids: readonly string[]): Promise<number[]> {
  const rows = await db.selectFrom('application_student').select('place').where('id', 'in', ids).execute()
  return rows.map(({ place }) => place)
}
