import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { HelpEnding } from './help-visit.ts'

/** Past visits on a page. */
const most = 20

/** The organisation's open code, or null. */
export async function openHelpCode(db: Kysely<DB>) {
  const row = await db
    .selectFrom('platform.help_code')
    .select(['id', 'maker', 'created_at', 'expires_at'])
    .where('closed_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row ?? null
}

const isRunning = sql<boolean>`ended_at is null and ends_at > now()`

/** The organisation's visits, the latest first. */
export async function helpVisits(db: Kysely<DB>) {
  return db
    .selectFrom('platform.help_visit')
    .select(['id', 'operator_name', 'reason', 'began_at', 'ends_at'])
    .select(isRunning.as('running'))
    .select(sql<Date>`coalesce(ended_at, ends_at)`.as('ended_at'))
    .select(sql<HelpEnding>`coalesce(ended_by, 'time')`.as('ended_by'))
    .orderBy('began_at', 'desc')
    .orderBy('id')
    .limit(most)
    .execute()
}

/** The active visit of an operator's session at an organisation. Runs in the platform's schema. */
export async function ownHelpVisit(db: Kysely<DB>, session_id: string, entity_id: string) {
  const row = await db
    .selectFrom('platform.help_visit')
    .select(['id', 'reason', 'began_at', 'ends_at'])
    .where('operator_session_id', '=', session_id)
    .where('entity_id', '=', entity_id)
    .where(isRunning)
    .orderBy('began_at', 'desc')
    .executeTakeFirst()
  return row ?? null
}

/** The visit's facts for the mail to the organisation. */
export const notifiedVisit = (db: Kysely<DB>, id: string) =>
  db
    .selectFrom('platform.help_visit')
    .select(['operator_name', 'reason', 'began_at', 'ends_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
